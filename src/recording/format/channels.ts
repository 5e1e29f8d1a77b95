/** The channels of a recording, and a message on one of them. */
import type { Seconds } from '../../math/units.js';
import { SCHEMAS, type Schema } from './schemas.js';

export interface Channel {
  readonly topic: string;
  readonly schema: Schema;
  /** Whom it is about, by the names they go by: topics hold these in a form that other programs bear. */
  readonly robot?: string;
  readonly sensor?: string;
}

export interface Message {
  readonly channel: Channel;
  /** Of the recording: it never goes back, as a run's own time does when the run begins again. */
  readonly time: Seconds;
  /** Counted on each channel, so that a gap shows. */
  readonly sequence: number;
  readonly data: Uint8Array;
  /** From here on all can be shown and made again without what was before, but for the scene. */
  readonly opens?: true;
}

const SINGLE = {
  scene: { topic: '/scene', schema: SCHEMAS.scene },
  frame: { topic: '/frame', schema: SCHEMAS.frame },
  log: { topic: '/log', schema: SCHEMAS.log },
  /** What robots said of themselves to others. */
  said: { topic: '/said', schema: SCHEMAS.said },
  /** What stands. */
  world: { topic: '/world', schema: SCHEMAS.picture },
  /** Bodies with their forces, and things that moved. */
  moving: { topic: '/moving', schema: SCHEMAS.picture },
} satisfies Record<string, Channel>;

type OfRobot = 'inputs' | 'keyframe' | 'marks' | 'pose';
type OfSensor = 'ranges' | 'scan';

/** Every channel of one recording; each is made once. */
export class Channels {
  readonly single: Readonly<Record<keyof typeof SINGLE, Channel>> = SINGLE;
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
