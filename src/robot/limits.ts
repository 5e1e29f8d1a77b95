/** The limits of a body, for the controller's stages. */
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
  /** Delay from a command to the wheels' response: latency + lag. */
  readonly reaction: Seconds;
}
