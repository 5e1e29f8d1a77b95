/** All that a robot's loop went by, tick by tick: with it a run can be made again, to the same bytes. */

import type { MetersPerSecond, Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { MissionSpec } from '../signals/missionTree.js';
import type { LoopEvent, Obstacle } from '../signals/signals.js';
import { valueAt } from '../validation/values.js';

/** What folded into one tick of one robot. */
export interface Inputs {
  readonly kind: 'inputs';
  readonly robot: string;
  /** Of the tick. */
  readonly at: Seconds;
  /** Counted from the loop's start on, so that a gap shows. */
  readonly count: number;
  /** Since the tick before, in their order; the clock's is the last. */
  readonly events: readonly LoopEvent[];
  /** From here the run can be made again. */
  readonly keyframe?: Keyframe;
}

/** From a time to another, by the robot's own clock. */
export type Span = readonly [from: Seconds, to: Seconds];

/** What a loop's model was prepared from. */
export interface Prepared {
  readonly robot: RobotDefinition;
  readonly mission: MissionSpec;
  /** What wheels are held to, where that is less than the robot's own. */
  readonly speedLimit?: MetersPerSecond;
  /** When a simulation made the mission's behavior throw. */
  readonly throwing?: readonly Span[];
}

export interface Keyframe extends Prepared {
  /** The loop's state before `events`: plain JSON. */
  readonly state: unknown;
}

/** A keyframe comes so often, and with each start. */
const KEYFRAME_PERIOD: Seconds = 5;

/** Collects what one loop hears, from its start on. */
export class InputLog {
  readonly #robot: string;
  readonly #prepared: Prepared;
  readonly #emit: (inputs: Inputs) => void;
  #events: LoopEvent[] = [];
  #count = 0;
  #state: unknown;
  /** null before the first. */
  #lastKeyframe: Seconds | null = null;
  /** A map was heard since the last tick. */
  #mapped = false;

  /** @param state that the loop starts with */
  constructor(robot: string, prepared: Prepared, state: unknown, tell: (inputs: Inputs) => void) {
    this.#robot = robot;
    this.#prepared = prepared;
    this.#state = state;
    this.#emit = tell;
  }

  /** One event, before it folds in. */
  readonly hear = (event: LoopEvent): void => {
    this.#events.push(this.#onlyNews(event));
  };

  /** The tick that those events made, and the state with it. */
  ticked(at: Seconds, state: unknown): void {
    const keyframe = this.#isDue(at) && { keyframe: this.#keyframe(at) };
    this.#count += 1;
    const [robot, count, events] = [this.#robot, this.#count, this.#events];
    this.#emit({ kind: 'inputs', robot, at, count, events, ...keyframe });
    this.#events = [];
    this.#state = state;
    this.#mapped = false;
  }

  #isDue(at: Seconds): boolean {
    return this.#lastKeyframe === null || at - this.#lastKeyframe >= KEYFRAME_PERIOD;
  }

  #keyframe(at: Seconds): Keyframe {
    this.#lastKeyframe = at;
    return { state: this.#state, ...this.#prepared };
  }

  /** A map that is the very one of the state is left out: what is left out stays. */
  #onlyNews(event: LoopEvent): LoopEvent {
    if (event.kind !== 'surroundings') return event;
    const { obstacles, ...rest } = event.surroundings;
    if (obstacles === undefined) return event;
    if (!this.#mapped && obstacles === this.#known) return { ...event, surroundings: rest };
    this.#mapped = true;
    return event;
  }

  /** The map that the last tick went by; one that was refused is not it. */
  get #known(): readonly Obstacle[] | undefined {
    return valueAt(this.#state, ['around', 'surroundings', 'obstacles']) as readonly Obstacle[] | undefined;
  }
}
