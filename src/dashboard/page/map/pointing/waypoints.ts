/** Edits a path: finds the waypoint or segment at a point, changes it, and simplifies a drawn line to waypoints. */
import { distance, nearestOnSegment, type Vec2 } from '../../../../math/geometry.js';
import type { Meters } from '../../../../math/units.js';

export type Waypoints = readonly Vec2[];

/** The waypoint nearest to a point, within reach. */
export function waypointAt(path: Waypoints, at: Vec2, reach: Meters): number | undefined {
  let found: number | undefined;
  let least = reach;
  path.forEach((point, i) => {
    const away = distance(point, at);
    if (away > least) return;
    least = away;
    found = i;
  });
  return found;
}

/** The segment of the path nearest to a point, within reach; the index of its first waypoint. */
export function segmentAt(path: Waypoints, at: Vec2, reach: Meters): number | undefined {
  let found: number | undefined;
  let least = reach;
  path.slice(0, -1).forEach((from, i) => {
    const to = path[i + 1] ?? from;
    const share = nearestOnSegment(at, from, to);
    const on = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    const away = distance(on, at);
    if (away > least) return;
    least = away;
    found = i;
  });
  return found;
}

export const withInserted = (path: Waypoints, place: number, at: Vec2): Waypoints =>
  path.toSpliced(place, 0, at);

export const withMoved = (path: Waypoints, place: number, to: Vec2): Waypoints =>
  path.map((point, i) => (i === place ? to : point));

export const withoutWaypoint = (path: Waypoints, place: number): Waypoints => path.toSpliced(place, 1);

/** Appends points, except those at the same place as the one before. */
export function withAppended(path: Waypoints, points: readonly Vec2[]): Waypoints {
  const all = [...path, ...points];
  return all.filter((point, i) => {
    const before = all[i - 1];
    return i < path.length || before === undefined || distance(before, point) > 1e-4;
  });
}

const inMillimeters = (value: Meters): string => String(Number(value.toFixed(3)) + 0);

/** In the form of path files: a header, then one row per point, to the millimetre. */
export const asCsv = (path: Waypoints): string =>
  `x_m,y_m\n${path.map(({ x, y }) => `${inMillimeters(x)},${inMillimeters(y)}\n`).join('')}`;

// Simplifies a drawn line to few points that keep its form.

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
 * Ramer, Douglas and Peucker: no point of the line lies farther than `tolerance` from the result; its ends stay.
 *
 * Uses its own stack: a recursion over a long line would overflow the call stack.
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
