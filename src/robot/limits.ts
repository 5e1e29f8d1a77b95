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

/** Without a nearer point to drive an arc to, its look-ahead is the way of this time, and at least one track. */
const ARC_TIME: Seconds = 0.5;

/**
 * The look-ahead ℓ [m] of an arc at the speed s: max(b, T·s), b the track and T half a second. A heading that is off the
 * velocity by little turns towards it at 2s/ℓ.
 */
export const arcReach = ({ track }: Pick<BodyLimits, 'track'>, speed: MetersPerSecond): Meters =>
  Math.max(track, ARC_TIME * speed);
