/** How fast a body may go on along its path, where it does not follow the reference exactly. */
import { brakingSpeed, type SpeedLimit } from '../../math/stopping.js';
import type { MetersPerSecond } from '../../math/units.js';
import type { Percept } from '../behavior.js';
import { plannedDeceleration, settlingTime } from '../braking.js';
import type { PathView } from './pathView.js';

/** The reference turns on the spot where the path folds back; a body that only seeks points of it would stay there. */
export const SLOWEST_SHARE = 0.3;
const atLeast = (limit: SpeedLimit, speed: MetersPerSecond): SpeedLimit =>
  limit.speed < speed ? { speed, slope: 0 } : limit;

/** The lower of the reference's speed here and the speed that still lets it stop at the end. */
export function allowedSpeed(
  { dt, body }: Percept,
  { left, hold, reference, place }: PathView,
  top: MetersPerSecond,
): SpeedLimit {
  const bends = atLeast(reference.speedAt(place), Math.min(top, SLOWEST_SHARE * body.maxSpeed));
  const deceleration = plannedDeceleration(body) * reference.wayShare(place);
  const end = brakingSpeed(Math.max(0, left - hold), deceleration, settlingTime(dt));
  // A limit that rises again must not speed the body up beforehand.
  return end.speed < bends.speed ? end : { speed: bends.speed, slope: Math.max(0, bends.slope) };
}
