/** How turned wheels carry a pose, and how a wheel that does not turn is found out. */
import { moveAlongArc, type Pose } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { Covariance } from '../signals/signals.js';
import { growCovariance } from './covariance.js';
import type { Turn } from './turn.js';

/** A wheel that should have gone this far (and four counts) without a count does not turn [m]. */
const UNSEEN_LIMIT: Meters = 0.002;

/** Δs = (l + r)/2, Δθ = (r − l)/b, along the exact arc. */
export const onArc = (pose: Pose, left: Meters, right: Meters, track: Meters): Pose =>
  moveAlongArc(pose, (left + right) / 2, (right - left) / track);

/**
 * The same, and what it adds to the covariance; `q` is the variance a wheel adds a metre [m].
 *
 * @param turn where a gyroscope has a say in it
 */
export function integrateArc(
  pose: Pose,
  covariance: Covariance,
  left: Meters,
  right: Meters,
  track: Meters,
  q: Meters,
  turn?: Turn | null,
): [Pose, Covariance] {
  if (!turn) {
    const middle = pose.heading + (right - left) / track / 2;
    return [onArc(pose, left, right, track), growCovariance(covariance, left, right, middle, track, q)];
  }
  const middle = pose.heading + turn.turned / 2;
  const arc = moveAlongArc(pose, (left + right) / 2, turn.turned);
  return [arc, growCovariance(covariance, left, right, middle, track, q, turn)];
}

/** A counter that does not move while the model rolls on: the wheel stands, whatever was sent. */
export function standing(way: Meters, unseen: Meters, speed: number, perCount: Meters = 0) {
  if (way !== 0) return { speed, unseen: 0 };
  const stuck = Math.abs(unseen) > UNSEEN_LIMIT + 4 * perCount;
  return { speed: stuck ? 0 : speed, unseen };
}
