/** Corners with long legs: the turn that a differential drive takes there in the least time. */
import { clamp, cross, distance, dot, fromPolar, scale, sub, unit, type Vec2 } from '../../math/geometry.js';
import { deg, type Meters, mm, type Radians } from '../../math/units.js';
import { CORNER_STEP, CORNER_TURNS } from './cornerTable.js';
import type { Path } from './path.js';

/** A corner of a path between two straight legs. */
export interface Corner {
  /** Arc length, and place. */
  readonly at: Meters;
  readonly place: Vec2;
  /** Unit vectors of the path's direction before it and behind it. */
  readonly before: Vec2;
  readonly after: Vec2;
  /** Its turn: left positive. */
  readonly angle: Radians;
  /** Length of its shorter leg. */
  readonly leg: Meters;
}

/** A point this near to the chord of its neighbors belongs to a straight leg. */
const STRAIGHT: Meters = mm(0.2);

/** Made once per path. */
const known = new WeakMap<Path, readonly Corner[]>();

/** The corners of a path whose legs are straight; corners of curves are too small to count. */
export function cornersOf(path: Path): readonly Corner[] {
  const corners = known.get(path) ?? findCorners(path);
  known.set(path, corners);
  return corners;
}

function findCorners(path: Path): Corner[] {
  const ends = legEnds(path.points);
  const places = ends.map((i) => path.points[i] as Vec2);
  if (path.loops && places.length > 2) places.push(places[1] as Vec2);
  const corners: Corner[] = [];
  let at = 0;
  for (let i = 1; i + 1 < places.length; i++) {
    const [from, place, to] = [places[i - 1] as Vec2, places[i] as Vec2, places[i + 1] as Vec2];
    at = path.startOf(ends[i] as number);
    const [before, after] = [unit(sub(place, from)), unit(sub(to, place))];
    const angle = Math.atan2(cross(before, after), dot(before, after));
    const leg = Math.min(distance(from, place), distance(place, to));
    corners.push({ at, place, before, after, angle, leg });
  }
  return corners;
}

/** Indices of the points where legs end: those between two of them lie on their chord. */
function legEnds(points: readonly Vec2[]): number[] {
  const ends = [0];
  let from = 0;
  for (let i = 2; i < points.length; i++) {
    if (isStraight(points, from, i)) continue;
    from = i - 1;
    ends.push(from);
  }
  ends.push(points.length - 1);
  return ends;
}

/** Whether all points between two of a polyline lie on the chord between them, in order. */
function isStraight(points: readonly Vec2[], from: number, to: number): boolean {
  const start = points[from] as Vec2;
  const chord = sub(points[to] as Vec2, start);
  const along = unit(chord);
  let reached = 0;
  for (let i = from + 1; i < to; i++) {
    const way = sub(points[i] as Vec2, start);
    const progress = dot(way, along);
    if (Math.abs(cross(along, way)) > STRAIGHT || progress < reached) return false;
    reached = progress;
  }
  return dot(sub(points[to] as Vec2, points[to - 1] as Vec2), along) > 0;
}

/** The table is made for turns that miss their corner by at most 15 mm, with control points this far apart. */
const TABLE_TOLERANCE: Meters = mm(12);
export const TABLE_SPACING: Meters = mm(60);
/** The turn begins and ends so many control points from the corner. */
const TURN_REACH = 5;
/** Shorter legs, in spacings of the table, are left to smoothing. */
const SHORTEST_LEG = 6;
const SMALLEST_ANGLE = deg(20);
const LARGEST_ANGLE = deg(170);

/** Distance of the control points; 0 for a corner that smoothing rounds well enough. */
function spacingOf({ angle, leg }: Corner, tolerance: Meters): Meters {
  const turn = Math.abs(angle);
  if (turn < SMALLEST_ANGLE || turn > LARGEST_ANGLE || leg < SHORTEST_LEG * TABLE_SPACING) return 0;
  const wanted = TABLE_SPACING * Math.max(1, tolerance / TABLE_TOLERANCE);
  return Math.min(wanted, leg / (2 * TURN_REACH));
}

/** How far before and behind a corner its turn begins and ends; 0: it has none. */
export const reachOf = (corner: Corner, tolerance: Meters): Meters =>
  TURN_REACH * spacingOf(corner, tolerance);

/**
 * A point of the turn at a corner: a cubic B-spline whose control points lie every h along both legs, moved outwards by
 * z₀ … z₃ at 0, h, 2h and 3h from the corner (z₀ on its bisector).
 *
 * It swings out before the corner and cuts it then, as a driver does, so that a body with a limited acceleration of its
 * wheels loses least time. The offsets come from a table over the angle; with equally spaced control points on a line
 * the spline is that line, so the turn joins its legs without a jump of curvature. Where legs are short the whole turn
 * is smaller.
 *
 * @param way arc length from the corner, negative before it; at most `reachOf`
 */
export function cornerPoint(corner: Corner, way: Meters, tolerance: Meters): Vec2 {
  return turnPoint(corner, way, spacingOf(corner, tolerance), offsetsOf(Math.abs(corner.angle)));
}

/** A point of the turn with given offsets, and control points h apart. */
export function turnPoint(corner: Corner, way: Meters, h: Meters, offsets: readonly Meters[]): Vec2 {
  const u = clamp(way / h, -TURN_REACH, TURN_REACH);
  const i = Math.floor(u);
  const t = u - i;
  const weights = [(1 - t) ** 3, 3 * t ** 3 - 6 * t * t + 4, -3 * t ** 3 + 3 * t * t + 3 * t + 1, t ** 3];
  let [x, y] = [0, 0];
  for (let k = 0; k < 4; k++) {
    const p = controlPoint(corner, i - 1 + k, offsets, h);
    x += ((weights[k] as number) / 6) * p.x;
    y += ((weights[k] as number) / 6) * p.y;
  }
  return { x: corner.place.x + x, y: corner.place.y + y };
}

/** The j-th control point, from the corner. */
function controlPoint({ before, after, angle }: Corner, j: number, z: readonly number[], h: Meters): Vec2 {
  const outwards = -Math.sign(angle);
  const offset = (outwards * (z[Math.abs(j)] ?? 0) * h) / TABLE_SPACING;
  if (j === 0) {
    const bisector = fromPolar(1, Math.atan2(before.y, before.x) + angle / 2 + Math.PI / 2);
    return scale(bisector, offset);
  }
  const leg = j < 0 ? before : after;
  return { x: leg.x * j * h - leg.y * offset, y: leg.y * j * h + leg.x * offset };
}

/** The table's offsets for an angle, interpolated. */
function offsetsOf(angle: Radians): readonly Meters[] {
  const row = clamp((angle - SMALLEST_ANGLE) / CORNER_STEP, 0, CORNER_TURNS.length - 1);
  const i = Math.min(Math.floor(row), CORNER_TURNS.length - 2);
  const [low, high] = [CORNER_TURNS[i] as readonly Meters[], CORNER_TURNS[i + 1] as readonly Meters[]];
  return low.map((z, k) => z + ((high[k] as Meters) - z) * (row - i));
}
