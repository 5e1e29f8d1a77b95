/** All that a robot's loop went by, tick by tick: with it a run can be made again, to the same bytes. */
import type { MissionSpec } from '../missionTree.js';
import type { RobotDefinition } from '../robot.js';
import type { LoopEvent } from '../signals.js';
import type { Seconds } from '../units.js';

/** What folded into one tick of one robot. */
export interface Inputs {
  readonly kind: 'inputs';
  readonly robot: string;
  /** Of the tick. */
  readonly at: Seconds;
  /** Since the tick before, in their order; the clock's is the last. */
  readonly events: readonly LoopEvent[];
  /** From here the run can be made again. */
  readonly keyframe?: Keyframe;
}

export interface Keyframe {
  /** The loop's state before `events`: plain JSON. */
  readonly state: unknown;
  /** What the controller was prepared from. */
  readonly robot: RobotDefinition;
  readonly mission: MissionSpec;
}

/** A keyframe comes so often, and with each start. */
const EVERY: Seconds = 5;

/** Collects what one loop hears, from its start on. */
export class InputLog {
  readonly #robot: string;
  readonly #prepared: Omit<Keyframe, 'state'>;
  readonly #tell: (inputs: Inputs) => void;
  #events: LoopEvent[] = [];
  #state: unknown;
  #lastKeyframe = Number.NEGATIVE_INFINITY;
  #obstacles: unknown;

  /** @param state that the loop starts with */
  constructor(
    robot: string,
    prepared: Omit<Keyframe, 'state'>,
    state: unknown,
    tell: (inputs: Inputs) => void,
  ) {
    this.#robot = robot;
    this.#prepared = prepared;
    this.#state = state;
    this.#tell = tell;
  }

  /** One event, before it folds in. */
  readonly hear = (event: LoopEvent): void => {
    this.#events.push(this.#onlyNews(event));
  };

  /** The tick that those events made, and the state with it. */
  ticked(at: Seconds, state: unknown): void {
    const due = at - this.#lastKeyframe >= EVERY;
    if (due) this.#lastKeyframe = at;
    const keyframe = due && { keyframe: { state: this.#state, ...this.#prepared } };
    this.#tell({ kind: 'inputs', robot: this.#robot, at, events: this.#events, ...keyframe });
    this.#events = [];
    this.#state = state;
  }

  /** A map that is the very one heard before is left out: what is left out stays. */
  #onlyNews(event: LoopEvent): LoopEvent {
    if (event.kind !== 'surroundings') return event;
    const { obstacles, ...rest } = event.surroundings;
    if (obstacles === undefined) return event;
    if (obstacles === this.#obstacles) return { ...event, surroundings: rest };
    this.#obstacles = obstacles;
    return event;
  }
}
