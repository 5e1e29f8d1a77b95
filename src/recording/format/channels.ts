/** The channels of a recording, a message on one of them, and their numbers in a file. */

import type { McapTypes } from '@mcap/core';
import type { Seconds } from '../../math/units.js';
import { SCHEMAS, type Schema } from './schemas.js';

export interface Channel {
  readonly topic: string;
  readonly schema: Schema;
  /**
   * The robot and sensor that it is about, by their exact names; the topic holds them in a form that other programs
   * accept.
   */
  readonly robot?: string;
  readonly sensor?: string;
  /** Its last message holds until the next, however much later that is. */
  readonly lasting?: true;
}

export interface RecordedMessage {
  readonly channel: Channel;
  /** Time of the recording: it never goes back, although a run's own time does when the run restarts. */
  readonly time: Seconds;
  /** Counted per channel, so that a gap shows. */
  readonly sequence: number;
  readonly data: Uint8Array;
  /** From here on everything can be shown and re-simulated without earlier messages, except lasting ones. */
  readonly opensSegment?: true;
}

const SINGLE_CHANNELS = {
  scene: { topic: '/scene', schema: SCHEMAS.scene, lasting: true },
  frame: { topic: '/frame', schema: SCHEMAS.frame },
  log: { topic: '/log', schema: SCHEMAS.log },
  /** What a simulation is made from, and what operators did with it. */
  simulation: { topic: '/simulation', schema: SCHEMAS.simulation },
  /** States that robots broadcast to others. */
  said: { topic: '/said', schema: SCHEMAS.said },
  /** Standing things. */
  world: { topic: '/world', schema: SCHEMAS.sceneUpdate, lasting: true },
  /** Bodies with their forces, and things that moved. */
  moving: { topic: '/moving', schema: SCHEMAS.sceneUpdate },
} satisfies Record<string, Channel>;

type OfRobot = 'inputs' | 'keyframe' | 'marks' | 'pose';
type OfSensor = 'ranges' | 'scan';

/** All channels of one recording; each is created once. */
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

  /** Names that would give the same topic get a number. */
  #topic(...words: readonly string[]): string {
    const topic = `/${words.map(safeInTopic).join('/')}`;
    let free = topic;
    for (let n = 2; this.#topics.has(free); n++) free = `${topic}_${n}`;
    this.#topics.add(free);
    return free;
  }
}

const safeInTopic = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, '_') || '_';

/** Ids of channels and schemas in one file, and which of them are written already. */
export class ChannelRegistry {
  readonly #schemas = new NumberedItems<Schema>(1);
  readonly #channels = new NumberedItems<Channel>(0);

  /** The records that are in the file. */
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

  /** Calls back for the records that a message on this channel still needs in its chunk. */
  need(
    channel: Channel,
    schema: (record: McapTypes.Schema) => void,
    own: (record: McapTypes.Channel) => void,
  ): void {
    if (!this.#channels.need(channel)) return;
    if (this.#schemas.need(channel.schema)) schema(this.#schemaRecord(channel.schema));
    own(this.#channelRecord(channel));
  }

  /** The chunk has ended. @param inFile whether it was written */
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

/** Ids in order of appearance; they stay even if a chunk is lost. */
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

  /** True if the item is not written yet; it is then noted for this chunk. */
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
