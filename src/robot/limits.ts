/** What a body can do, as the controller's stages need it. */
import type {
  Kilograms,
  Meters,
  MetersPerSecond,
  MetersPerSecondSquared,
  Newtons,
  RadiansPerSecond,
  Seconds,
} from '../math/units.js';

export interface BodyLimits {
  readonly mass: Kilograms;
  readonly radius: Meters;
  readonly track: Meters;
  readonly maxSpeed: MetersPerSecond;
  /** The rim speed that no wheel may exceed. */
  readonly maxWheelSpeed: MetersPerSecond;
  readonly maxAcceleration: MetersPerSecondSquared;
  readonly maxTurnRate: RadiansPerSecond;
  readonly maxForce: Newtons;
  /** k [N·s/m] of F = k (v_d − v). */
  readonly steeringGain: number;
  /** From a command to the wheels that follow it: latency + lag. */
  readonly reaction: Seconds;
}
