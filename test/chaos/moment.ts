/** What the checks see of a robot: its ticks, its duties and the truth. They do not call the code that they check. */
import type { PlantSpec } from '../../sim/scenario/plantSpec.js';
import type { Pose } from '../../src/math/geometry.js';
import type { Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Command, Side, Tick, WheelSpeeds } from '../../src/signals/signals.js';
import { type AnyFault, kindOf } from './disturbances.js';

/** A tick, and the truth when it was computed. */
export interface Moment {
  /** The run's time; the tick's own time may be wrong. */
  readonly at: Seconds;
  readonly tick: Tick;
  readonly pose: Pose;
  /** True rim speeds. */
  readonly wheels: WheelSpeeds;
  /** Whether the motors have neither power nor duty after this tick. */
  readonly motorsOff: boolean;
  /** The definition in use: an operator may have tuned it. */
  readonly robot: RobotDefinition;
  /** What the operator said since the last tick, in order. */
  readonly said: readonly Command[];
  /** The clock is on time. */
  readonly regular: boolean;
  /** Something that must latch a fault in this tick; null if there is nothing. */
  readonly mustFault: string | null;
  /** The robot was put elsewhere since the last tick. */
  readonly placed: boolean;
}

/** One promise. It sees every tick of one robot, in order. */
export interface Check {
  readonly rule: string;
  /** What was violated; undefined if nothing was. */
  tick(now: Moment): string | undefined;
}

/** A fault and its time. */
export interface Span {
  readonly kind: string;
  readonly from: Seconds;
  to: Seconds;
  readonly side?: Side;
  readonly sensor?: string;
  readonly target?: string;
  readonly share?: number;
  readonly level?: number;
  readonly by?: number;
}

/** A kind of span: the body's dead-man has cut the motors, and the loop does not know. */
export const TRIPPED = 'dead-man tripped';

/** The faults of one robot by their times. */
export class Struck {
  readonly spans: Span[];

  constructor(faults: readonly AnyFault[], robot: string) {
    this.spans = faults
      .filter((fault) => (fault.robot ?? robot) === robot)
      .map((fault) => {
        const { at = 0, for: lasting = Number.POSITIVE_INFINITY } = fault;
        return { ...fault, kind: kindOf(fault), from: at, to: at + lasting };
      });
  }

  /** Those of some kinds that last at a time; also those that ended less than `after` before. */
  on(kinds: readonly string[], at: Seconds, after: Seconds = 0): Span[] {
    return this.spans.filter(({ kind, from, to }) => kinds.includes(kind) && from <= at && at < to + after);
  }

  add(span: Span): void {
    this.spans.push(span);
  }
}

/** What a check knows of its robot. */
export interface Subject {
  readonly id: string;
  /** As its file says. */
  readonly robot: RobotDefinition;
  readonly plant: PlantSpec;
  readonly struck: Struck;
  readonly sensing: 'truth' | 'odometry';
  /** Its body has a board, which takes a while to be armed. */
  readonly boards?: boolean;
}

export const SIDES = ['left', 'right'] as const;

export const mayDrive = ({ safety }: Pick<Tick, 'safety'>): boolean =>
  safety === 'driving' || safety === 'braking';

export const linearOf = ({ left, right }: WheelSpeeds): number => (left + right) / 2;

/** The true dead time of a body and three of its lags: after these a command has taken effect. */
export const responseOf = ({ robot, plant }: Subject): Seconds =>
  (plant.delay ?? robot.control.latency) + 3 * (plant.lag ?? robot.motors.lag);

/** How long a condition has held without a break. */
export class Lasting {
  #since: Seconds | null = null;

  /** @returns since when; 0 if it does not hold */
  for(holds: boolean, at: Seconds): Seconds {
    if (!holds) this.#since = null;
    else this.#since ??= at;
    return this.#since === null ? 0 : at - this.#since;
  }
}
