/** All inputs of a robot's loop, tick by tick: with them a run can be re-simulated to the same bytes. */

import type { MetersPerSecond, Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { MissionSpec } from '../signals/missionTree.js';
import type { LoopEvent, Obstacle } from '../signals/signals.js';
import { valueAt } from '../validation/values.js';

/** The inputs of one tick of one robot. */
export interface Inputs {
  readonly kind: 'inputs';
  readonly robot: string;
  /** Time of the tick. */
  readonly at: Seconds;
  /** Number of the tick since the loop's start, so that a gap shows. */
  readonly count: number;
  /** Events since the previous tick, in order; the clock event is the last. */
  readonly events: readonly LoopEvent[];
  /** With it the run can be re-simulated from here. */
  readonly keyframe?: Keyframe;
}

/** An interval of the robot's own clock. */
export type TimeSpan = readonly [from: Seconds, to: Seconds];

/** The data that a loop's model was prepared from. */
export interface Prepared {
  readonly robot: RobotDefinition;
  readonly mission: MissionSpec;
  /** Speed limit of the wheels, if below the robot's own. */
  readonly speedLimit?: MetersPerSecond;
  /** Intervals in which a simulation made the mission's behavior throw. */
  readonly throwing?: readonly TimeSpan[];
}

export interface Keyframe extends Prepared {
  /** The loop's state before `events`: plain JSON. */
  readonly state: unknown;
}

/** Time between keyframes; each start has one, too. */
const KEYFRAME_PERIOD: Seconds = 5;

/** Collects the inputs of one loop, from its start on. */
export class InputLog {
  readonly #robot: string;
  readonly #prepared: Prepared;
  readonly #emit: (inputs: Inputs) => void;
  #events: LoopEvent[] = [];
  #count = 0;
  #state: unknown;
  /** Null before the first keyframe. */
  #lastKeyframe: Seconds | null = null;
  /** A map came since the last tick. */
  #mapped = false;

  /** @param state that the loop starts with */
  constructor(robot: string, prepared: Prepared, state: unknown, tell: (inputs: Inputs) => void) {
    this.#robot = robot;
    this.#prepared = prepared;
    this.#state = state;
    this.#emit = tell;
  }

  /** Notes one event; call it before the event is applied. */
  readonly hear = (event: LoopEvent): void => {
    this.#events.push(this.#onlyNews(event));
  };

  /** Emits the inputs of the tick that those events led to. @param state after the tick */
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

  /** Leaves out a map that is the one in the state already, and says that. */
  #onlyNews(event: LoopEvent): LoopEvent {
    if (event.kind !== 'surroundings') return event;
    const { obstacles, ...rest } = event.surroundings;
    if (obstacles === undefined) return event;
    if (!this.#mapped && obstacles === this.#known)
      return { ...event, surroundings: { ...rest, sameObstacles: true } };
    this.#mapped = true;
    return event;
  }

  /** The map that the last tick used; a refused map is not used. */
  get #known(): readonly Obstacle[] | undefined {
    return valueAt(this.#state, ['around', 'surroundings', 'obstacles']) as readonly Obstacle[] | undefined;
  }
}
