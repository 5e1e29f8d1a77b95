/** Turning on the spot, for a body that has room to turn and none to go. */
import { fromPolar, type Vec2, wrapAngle } from '../../math/geometry.js';
import type { MetersPerSecond, Radians, RadiansPerSecond } from '../../math/units.js';
import type { Percept } from '../behavior.js';
import { BRAKING_SHARE } from '../braking.js';

/** Asked for a direction this far off, locomotion turns first and does not go meanwhile: more than a right angle. */
const OFF: Radians = (100 * Math.PI) / 180;
/** Nearer than this it need not turn on the spot. */
const FACES: Radians = (5 * Math.PI) / 180;
/** A wish to turn; how fast it would be is locomotion's choice. */
const SPEED: MetersPerSecond = 0.05;
const STANDING: MetersPerSecond = 1e-3;

/**
 * The desired velocity that turns a body to a direction on the spot, or none where it faces it already.
 *
 * It is 100° off to the side where the direction lies until the turn has to be braked, ω²/2α = what is left of it with
 * α = 2a/track, and straight ahead, next to nothing, from there on.
 *
 * @param turning of the body as it is [rad/s]
 */
export function pivotTo(direction: Radians, percept: Percept, turning: RadiansPerSecond): Vec2 | undefined {
  const { pose, body, dt } = percept;
  const bearing = wrapAngle(direction - pose.heading);
  const left = Math.abs(bearing);
  if (left < FACES) return undefined;
  const side = bearing > 0 ? 1 : -1;
  const rate = turning * side;
  const alpha = (BRAKING_SHARE * 2 * body.maxAcceleration) / body.track;
  const arrives = rate > 0 && left <= (rate * rate) / (2 * alpha) + rate * dt;
  return arrives ? fromPolar(STANDING, pose.heading) : fromPolar(SPEED, pose.heading + side * OFF);
}
