/** Lines of sight among solid things. */
import { cross, distance, nearestOnSegment, sub, type Vec2 } from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import type { Obstacle } from '../../src/signals/signals.js';

/** Whether anything solid lies on the straight line from one point to another; what only touches it does. */
export const isCovered = (from: Vec2, to: Vec2, obstacles: readonly Obstacle[]): boolean =>
  obstacles.some((obstacle) => gapBetween(from, to, obstacle.from, obstacle.to) <= obstacle.radius);

/** Distance between two segments: none where they cross, else from an end of one to the other. */
function gapBetween(a: Vec2, b: Vec2, c: Vec2, d: Vec2): Meters {
  if (crosses(a, b, c, d)) return 0;
  return Math.min(gapTo(a, c, d), gapTo(b, c, d), gapTo(c, a, b), gapTo(d, a, b));
}

/** The ends of each lie on different sides of the other. */
function crosses(a: Vec2, b: Vec2, c: Vec2, d: Vec2): boolean {
  const ab = sub(b, a);
  const cd = sub(d, c);
  const apart = (along: Vec2, one: Vec2, other: Vec2) => cross(along, one) * cross(along, other) < 0;
  return apart(ab, sub(c, a), sub(d, a)) && apart(cd, sub(a, c), sub(b, c));
}

function gapTo(p: Vec2, a: Vec2, b: Vec2): Meters {
  const share = nearestOnSegment(p, a, b);
  return distance(p, { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
}
