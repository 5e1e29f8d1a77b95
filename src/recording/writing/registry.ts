/** Numbers of channels and schemas in one file, and which of them stand in it already. */
import type { McapTypes } from '@mcap/core';
import type { Channel } from '../format/channels.js';
import type { Schema } from '../format/schemas.js';

export class Registry {
  readonly #schemas = new Numbered<Schema>(1);
  readonly #channels = new Numbered<Channel>(0);

  /** Of what is in the file. */
  get written(): {
    readonly schemas: readonly McapTypes.Schema[];
    readonly channels: readonly McapTypes.Channel[];
  } {
    return {
      schemas: this.#schemas.written.map((schema) => this.#schemaRecord(schema)),
      channels: this.#channels.written.map((channel) => this.#channelRecord(channel)),
    };
  }

  idOf(channel: Channel): number {
    return this.#channels.idOf(channel);
  }

  /** Tells of what a message on this channel needs in its chunk. */
  need(
    channel: Channel,
    schema: (record: McapTypes.Schema) => void,
    own: (record: McapTypes.Channel) => void,
  ): void {
    if (!this.#channels.need(channel)) return;
    if (this.#schemas.need(channel.schema)) schema(this.#schemaRecord(channel.schema));
    own(this.#channelRecord(channel));
  }

  /** The chunk has ended: it is in the file, or it is not. */
  ended(inFile: boolean): void {
    this.#schemas.ended(inFile);
    this.#channels.ended(inFile);
  }

  #schemaRecord(schema: Schema): McapTypes.Schema {
    const { name, text } = schema;
    return { id: this.#schemas.idOf(schema), name, encoding: 'jsonschema', data: Buffer.from(text) };
  }

  #channelRecord(channel: Channel): McapTypes.Channel {
    const { topic, schema, robot, sensor } = channel;
    const metadata = new Map<string, string>();
    if (robot !== undefined) metadata.set('robot', robot);
    if (sensor !== undefined) metadata.set('sensor', sensor);
    const id = this.#channels.idOf(channel);
    return { id, schemaId: this.#schemas.idOf(schema), topic, messageEncoding: 'json', metadata };
  }
}

/** Numbers by order of appearance; they stay, whatever becomes of a chunk. */
class Numbered<T> {
  readonly #first: number;
  readonly #ids = new Map<T, number>();
  readonly #written = new Set<T>();
  readonly #inChunk = new Set<T>();

  constructor(first: number) {
    this.#first = first;
  }

  get written(): T[] {
    return [...this.#written];
  }

  idOf(item: T): number {
    const known = this.#ids.get(item);
    if (known !== undefined) return known;
    const id = this.#first + this.#ids.size;
    this.#ids.set(item, id);
    return id;
  }

  /** Whether it stands nowhere yet; now it does, in this chunk. */
  need(item: T): boolean {
    if (this.#written.has(item) || this.#inChunk.has(item)) return false;
    this.#inChunk.add(item);
    return true;
  }

  ended(inFile: boolean): void {
    if (inFile) for (const item of this.#inChunk) this.#written.add(item);
    this.#inChunk.clear();
  }
}
