/** How fast a path may be driven at each of its places, by the limits at its points. */
import { clamp, distance, type Vec2 } from '../../math/geometry.js';
import type { Meters, MetersPerSecond } from '../../math/units.js';

/** A point of a path; without a speed it may be passed as fast as the body can. */
export interface LimitedPoint extends Vec2 {
  readonly speed?: MetersPerSecond | undefined;
}

/** The limit at an arc length; infinite where there is none. */
export type SpeedAlong = (along: Meters) => MetersPerSecond;

/**
 * Between two points the limit changes evenly along the path, v(s) = v₀ + (v₁ − v₀)·(s − s₀)/(s₁ − s₀), if both have one; else
 * that of the one holds up to the other.
 *
 * @returns undefined if no point has a limit
 */
export function speedAlong(points: readonly LimitedPoint[], loop: boolean): SpeedAlong | undefined {
  if (points.every(({ speed }) => speed === undefined)) return undefined;
  const [first] = points;
  const joined = loop && first ? [...points, first] : points;
  const starts = [0];
  for (const [i, point] of joined.slice(1).entries())
    starts.push((starts[i] as Meters) + distance(point, joined[i] as Vec2));
  const whole = starts.at(-1) as Meters;
  return (along) => {
    const s = loop ? along - whole * Math.floor(along / whole) : clamp(along, 0, whole);
    const i = segmentOf(starts, s);
    const [from, to] = [joined[i]?.speed, joined[i + 1]?.speed];
    if (from === undefined || to === undefined) return from ?? to ?? Number.POSITIVE_INFINITY;
    const [start, end] = [starts[i] as Meters, starts[i + 1] as Meters];
    return end > start ? from + ((to - from) * (s - start)) / (end - start) : Math.min(from, to);
  };
}

/** The last segment that begins at or before an arc length. */
function segmentOf(starts: readonly Meters[], s: Meters): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as Meters) <= s) low = middle;
    else high = middle - 1;
  }
  return low;
}
