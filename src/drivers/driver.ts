/** The only door to a body: simulated, emulated or real. A driver decides nothing. */
import type { Observable } from 'rxjs';
import type { Pose } from '../math/geometry.js';
import type { TimeSource } from '../math/time.js';
import type { MetersPerSecond, Seconds } from '../math/units.js';
import type { ClockTick, Reading, WheelDuties, WheelSpeeds } from '../signals/signals.js';

export interface Driver {
  /** Stamped, in order; errors once, with `DriverError`, when the body is lost. */
  readonly readings$: Observable<Reading>;
  arm(): Promise<void>;
  /** Holds these duties until the next call or until the body's dead-man trips; never throws. */
  drive(duties: WheelDuties): void;
  /** Zero power now; safe to call twice. */
  stop(): void;
  close(): Promise<void>;
}

/** A robot that is connected, and not armed yet: the door, and what whoever drives through it must know. */
export interface ConnectedRobot extends Driver {
  /** By which its readings are stamped; the control clock must go by it, too. */
  readonly time: TimeSource;
  /** After so long without a command the board stops its motors by itself; null where nothing does. */
  readonly deadMan: Seconds | null;
  /** It lets no wheel turn faster, and a model should not ask for more; null where the robot's own limits hold. */
  readonly speedLimit: MetersPerSecond | null;
  /** What an operator must have before their eyes all the time. */
  readonly warning: string | null;
  /** The control clock that it wants; the wall clock unless given. A simulated robot's time goes on with it. */
  readonly clock$?: (period: Seconds) => Observable<ClockTick>;
  /** What is true of it, whatever its sensors say: of an emulated robot alone. */
  readonly truth?: () => Truth;
}

export interface Truth {
  readonly pose: Pose;
  readonly wheelSpeeds: WheelSpeeds;
}
