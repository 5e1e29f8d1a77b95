/** When two bodies that keep their velocities are nearest to each other, and how near that is. */
import { add, dot, length, scale, type Vec2 } from '../../math/geometry.js';
import type { Meters, Seconds } from '../../math/units.js';

export interface ClosestApproach {
  /** From now. */
  readonly time: Seconds;
  /** Of the middles, at that time. */
  readonly distance: Meters;
  /** From one to the other at that time. */
  readonly offset: Vec2;
}

/**
 * t* = clamp(−p·v/v², 0, horizon), d = |p + v t*|.
 *
 * Of a pair that parts, and of one that keeps its distance, it is now. (|p| − |v| t*, as some have it, is a bound and
 * no distance: p = (7.07, 7.07) and v = (−1, 0) pass each other at 7.07, not at 2.93.)
 *
 * @param p from one to the other [m]
 * @param v of the other, as the one sees it [m/s]
 */
export function closestApproach(p: Vec2, v: Vec2, horizon: Seconds): ClosestApproach {
  const squared = dot(v, v);
  const soon = squared > 0 ? -dot(p, v) / squared : 0;
  const time = soon > 0 ? Math.min(soon, horizon) : 0;
  const offset = add(p, scale(v, time));
  return { time, distance: length(offset), offset };
}
