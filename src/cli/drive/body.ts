/** What `drive` drives: a body that is connected, whatever it is. */
import type { Driver } from '../../drivers/driver.js';
import type { Pose } from '../../math/geometry.js';
import type { TimeSource } from '../../math/time.js';
import type { MetersPerSecond } from '../../math/units.js';
import type { WheelSpeeds } from '../../signals/signals.js';

/** What is true of a robot on the floor, whatever its sensors say. */
export interface Truth {
  readonly pose: Pose;
  readonly wheelSpeeds: WheelSpeeds;
}

/** A body that is connected, and not armed. */
export interface Body {
  readonly driver: Driver;
  /** The driver's, and so the control clock's. */
  readonly time: TimeSource;
  /** No wheel turns faster; null where the robot's own limits hold. */
  readonly speedLimit: MetersPerSecond | null;
  /** To be kept before the operator's eyes. */
  readonly warning: string | null;
  /** What is true of it, whatever its sensors say: of an emulated body alone. */
  readonly truth?: () => Truth;
}

/** May be called again when the body was lost. @throws DriverError, UsageError */
export type OpenBody = () => Promise<Body>;
