/** What `drive` drives: a body that is connected, whatever it is. */
import type { Driver } from '../drivers/driver.js';
import type { TimeSource } from '../time.js';
import type { MetersPerSecond } from '../units.js';
import type { Truth } from './emulated.js';

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
