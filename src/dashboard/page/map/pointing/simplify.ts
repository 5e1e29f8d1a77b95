/** A drawn line with as few points as keep its form. */
import { distance, nearestOnSegment, type Vec2 } from '../../../../math/geometry.js';
import type { Meters } from '../../../../math/units.js';

const distanceToSegment = (p: Vec2, a: Vec2, b: Vec2): Meters => {
  const share = nearestOnSegment(p, a, b);
  return distance(p, { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });
};

/** The point between two others that lies farthest off the segment between them. */
function farthest(points: readonly Vec2[], first: number, last: number): { index: number; off: Meters } {
  const [a, b] = [points[first], points[last]];
  const found = { index: -1, off: -1 };
  for (let i = first + 1; a && b && i < last; i++) {
    const p = points[i];
    const off = p ? distanceToSegment(p, a, b) : 0;
    if (off > found.off) Object.assign(found, { index: i, off });
  }
  return found;
}

/**
 * Ramer, Douglas and Peucker: no point of the line lies farther than `tolerance` from what is left; its ends stay.
 *
 * With a stack of its own: a long line would overflow the other.
 */
export function simplify(points: readonly Vec2[], tolerance: Meters): Vec2[] {
  if (points.length < 3) return [...points];
  const kept = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const { index, off } = farthest(points, ...span);
    if (off <= tolerance) continue;
    kept.add(index);
    open.push([span[0], index], [index, span[1]]);
  }
  return points.filter((_, i) => kept.has(i));
}
