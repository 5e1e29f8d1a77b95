/** Editing a path: which waypoint or piece of it is meant, and the path that comes of it. */
import { distance, nearestOnSegment, type Vec2 } from '../../../../math/geometry.js';
import type { Meters } from '../../../../math/units.js';

export type Path = readonly Vec2[];

/** The waypoint nearest to a point, within reach. */
export function waypointAt(path: Path, at: Vec2, reach: Meters): number | undefined {
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

/** The piece of the path nearest to a point, within reach, by the place of its first waypoint. */
export function segmentAt(path: Path, at: Vec2, reach: Meters): number | undefined {
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

export const withInserted = (path: Path, place: number, at: Vec2): Path => path.toSpliced(place, 0, at);

export const withMoved = (path: Path, place: number, to: Vec2): Path =>
  path.map((point, i) => (i === place ? to : point));

export const without = (path: Path, place: number): Path => path.toSpliced(place, 1);

/** At its end, unless it is the very place where it ends. */
export function withAppended(path: Path, points: readonly Vec2[]): Path {
  const all = [...path, ...points];
  return all.filter((point, i) => {
    const before = all[i - 1];
    return i < path.length || before === undefined || distance(before, point) > 1e-4;
  });
}

const inMillimeters = (value: Meters): string => String(Number(value.toFixed(3)) + 0);

/** As path files are: a header, then a row a point, to the millimetre. */
export const asCsv = (path: Path): string =>
  `x_m,y_m\n${path.map(({ x, y }) => `${inMillimeters(x)},${inMillimeters(y)}\n`).join('')}`;
