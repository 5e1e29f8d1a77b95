/** The only door to a body: simulated, emulated or real. A driver decides nothing. */
import type { Observable } from 'rxjs';
import type { Pose } from '../math/geometry.js';
import type { TimeSource } from '../math/time.js';
import type { MetersPerSecond, Seconds } from '../math/units.js';
import type { ClockTick, Reading, WheelDuties, WheelSpeeds } from '../signals/signals.js';
import type { BodyKind } from '../signals/view.js';

export interface Driver {
  /**
   * Stamped, in order; errors once, with `DriverError`, when the body is lost. A board that stopped itself is no lost body:
   * it gives a `tripped` reading, and may be armed again.
   */
  readonly readings$: Observable<Reading>;
  arm(): Promise<void>;
  /** Holds these duties until the next call or until the body's dead-man trips; never throws. */
  drive(duties: WheelDuties): void;
  /** Zero power now; safe to call twice. */
  stop(): void;
  close(): Promise<void>;
}

/** A connected robot that is not armed yet: its driver, and what the program that drives it must know. */
export interface ConnectedRobot extends Driver {
  /** Stamps the readings; the control clock must use the same time source. */
  readonly time: TimeSource;
  /** After this time without a command the board stops its motors by itself; null if the board cannot. */
  readonly deadMan: Seconds | null;
  /** The driver turns no wheel faster, and a model should not ask for more; null if only the robot's limits apply. */
  readonly speedLimit: MetersPerSecond | null;
  /** `emulated`: real firmware on a board in this program; `simulated`: no board at all. Missing: a real body. */
  readonly kind?: BodyKind;
  /** A warning that the operator must always see. */
  readonly warning: string | null;
  /** The robot's own control clock; by default the wall clock. It advances a simulated robot's time. */
  readonly clock$?: (period: Seconds) => Observable<ClockTick>;
  /**
   * Resolves with true when the board has said that its motors are off after `stop`, with false when it says nothing more;
   * a slow line may take seconds. Missing where no board says so.
   */
  motorsOff?(): Promise<boolean>;
  /** The true state, independent of the sensors; only an emulated robot has it. */
  readonly truth?: () => Truth;
}

export interface Truth {
  readonly pose: Pose;
  readonly wheelSpeeds: WheelSpeeds;
}
