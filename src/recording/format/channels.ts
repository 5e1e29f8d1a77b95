/** The channels of a recording, a message on one of them, and their numbers in a file. */

import type { McapTypes } from '@mcap/core';
import type { Seconds } from '../../math/units.js';
import { SCHEMAS, type Schema } from './schemas.js';

export interface Channel {
  readonly topic: string;
  readonly schema: Schema;
  /** Whom it is about, by the names they go by: topics hold these in a form that other programs bear. */
  readonly robot?: string;
  readonly sensor?: string;
}

export interface RecordedMessage {
  readonly channel: Channel;
  /** Of the recording: it never goes back, as a run's own time does when the run begins again. */
  readonly time: Seconds;
  /** Counted on each channel, so that a gap shows. */
  readonly sequence: number;
  readonly data: Uint8Array;
  /** From here on all can be shown and made again without what was before, but for the scene. */
  readonly opensSegment?: true;
}

const SINGLE_CHANNELS = {
  scene: { topic: '/scene', schema: SCHEMAS.scene },
  frame: { topic: '/frame', schema: SCHEMAS.frame },
  log: { topic: '/log', schema: SCHEMAS.log },
  /** What robots said of themselves to others. */
  said: { topic: '/said', schema: SCHEMAS.said },
  /** What stands. */
  world: { topic: '/world', schema: SCHEMAS.sceneUpdate },
  /** Bodies with their forces, and things that moved. */
  moving: { topic: '/moving', schema: SCHEMAS.sceneUpdate },
} satisfies Record<string, Channel>;

type OfRobot = 'inputs' | 'keyframe' | 'marks' | 'pose';
type OfSensor = 'ranges' | 'scan';

/** Every channel of one recording; each is made once. */
export class Channels {
  readonly single: Readonly<Record<keyof typeof SINGLE_CHANNELS, Channel>> = SINGLE_CHANNELS;
  readonly #made = new Map<string, Channel>();
  readonly #topics = new Set<string>();

  ofRobot(kind: OfRobot, robot: string): Channel {
    return this.#channel(JSON.stringify([kind, robot]), () => ({
      topic: this.#topic(kind, robot),
      schema: SCHEMAS[kind],
      robot,
    }));
  }

  ofSensor(kind: OfSensor, robot: string, sensor: string): Channel {
    return this.#channel(JSON.stringify([kind, robot, sensor]), () => ({
      topic: this.#topic(kind, robot, sensor),
      schema: SCHEMAS[kind],
      robot,
      sensor,
    }));
  }

  #channel(key: string, make: () => Channel): Channel {
    const known = this.#made.get(key);
    if (known) return known;
    const made = make();
    this.#made.set(key, made);
    return made;
  }

  /** Names that become the same are told apart by a number. */
  #topic(...words: readonly string[]): string {
    const topic = `/${words.map(safeInTopic).join('/')}`;
    let free = topic;
    for (let n = 2; this.#topics.has(free); n++) free = `${topic}_${n}`;
    this.#topics.add(free);
    return free;
  }
}

const safeInTopic = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, '_') || '_';

/** Numbers of channels and schemas in one file, and which of them stand in it already. */
export class ChannelRegistry {
  readonly #schemas = new NumberedItems<Schema>(1);
  readonly #channels = new NumberedItems<Channel>(0);

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
class NumberedItems<T> {
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
