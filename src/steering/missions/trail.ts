/**
 * The way that a robot came, as a line of few corners: it grows as the robot drives, loops are cut off it, and it is
 * thinned where it would grow too long. It is never full.
 */
import { cross, distance, dot, scale, sub, type Vec2, wrapAngle } from '../../math/geometry.js';
import type { Meters, Radians } from '../../math/units.js';

export interface WayCome {
  /** x and y of the first corner, then the steps from each to the next: whole millimetres, so that an hour stays small. */
  readonly steps: readonly number[];
  /** The last corner. */
  readonly corner: Vec2;
  /** The last place. */
  readonly end: Vec2;
  /**
   * Directions from the last corner in which a straight line passes every place since within the tolerance; null: all.
   */
  readonly sector: readonly [Radians, Radians] | null;
  /** The farthest place from the corner since. */
  readonly farthest: Meters;
  readonly tolerance: Meters;
}

/** A place may lie so far beside the line. */
const TOLERANCE: Meters = 0.005;
/** A corner this near to an earlier part of the line closes a loop. */
const REACH: Meters = 0.03;
/** A loop is at least so long. */
const LEAST_LOOP: Meters = 0.05;
/** Corners of the way back are farther apart. */
const LEAST_STEP: Meters = 0.0015;
/** With more corners the line is thinned: about 8 bytes each. */
const MOST_CORNERS = 11_000;
const THINNING = 1.5;

const inMillimeters = (a: Meters): number => Math.round(1000 * a);
const rounded = ({ x, y }: Vec2): Vec2 => ({ x: inMillimeters(x) / 1000, y: inMillimeters(y) / 1000 });

export const startTrail = (at: Vec2): WayCome => begun([rounded(at)], at, TOLERANCE);

/** A line that goes on from its last corner. */
function begun(corners: readonly Vec2[], end: Vec2, tolerance: Meters): WayCome {
  const steps: number[] = [];
  let [x, y] = [0, 0];
  for (const corner of corners) {
    const [nextX, nextY] = [inMillimeters(corner.x), inMillimeters(corner.y)];
    steps.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  // Frozen: a behavior of a user's own is shown it as it is, without a copy.
  return {
    steps: Object.freeze(steps),
    corner: { x: x / 1000, y: y / 1000 },
    end,
    sector: null,
    farthest: 0,
    tolerance,
  };
}

/** The corners, from the start on. */
export function trailCorners({ steps }: Pick<WayCome, 'steps'>): Vec2[] {
  const corners: Vec2[] = [];
  let [x, y] = [0, 0];
  for (let i = 0; i < steps.length; i += 2) {
    x += steps[i] as number;
    y += steps[i + 1] as number;
    corners.push({ x: x / 1000, y: y / 1000 });
  }
  return corners;
}

/**
 * The trail after the robot has moved to a place.
 *
 * From the corner c the places pᵢ so far allow the directions arg(pᵢ − c) ± asin(tolerance/|pᵢ − c|); while the new one lies in
 * all of these, the line from c to it passes them all within the tolerance. Else the last place becomes a corner.
 * Source: Williams 1978 (cone intersection).
 */
export function extended(trail: WayCome, at: Vec2): WayCome {
  const { corner, end, sector, farthest, tolerance } = trail;
  if (at.x === end.x && at.y === end.y) return trail;
  const away = distance(corner, at);
  if (away <= tolerance && farthest <= tolerance) return { ...trail, end: { x: at.x, y: at.y } };
  const direction = Math.atan2(at.y - corner.y, at.x - corner.x);
  const turnsBack = away < farthest - tolerance;
  if (turnsBack || (sector && !isWithin(direction, sector))) return extended(withCorner(trail), at);
  const half = away > tolerance ? Math.asin(tolerance / away) : Math.PI / 2;
  return {
    ...trail,
    end: { x: at.x, y: at.y },
    sector: narrowed(sector, direction, half),
    farthest: Math.max(farthest, away),
  };
}

const isWithin = (direction: Radians, [from, to]: readonly [Radians, Radians]): boolean => {
  const middle = (from + to) / 2;
  return Math.abs(wrapAngle(direction - middle)) <= (to - from) / 2;
};

/** Both ends of a sector are unwrapped: the second is the greater one. */
function narrowed(sector: WayCome['sector'], direction: Radians, half: Radians): readonly [Radians, Radians] {
  if (!sector) return [direction - half, direction + half];
  const [from, to] = sector;
  const middle = (from + to) / 2;
  const near = middle + wrapAngle(direction - middle);
  return [Math.max(from, near - half), Math.min(to, near + half)];
}

/** Its last place becomes a corner, where it cuts off a loop if it closes one. */
function withCorner(trail: WayCome): WayCome {
  const corners = withoutLoop(trailCorners(trail), rounded(trail.end));
  if (corners.length <= MOST_CORNERS) return begun(corners, trail.end, trail.tolerance);
  const tolerance = THINNING * trail.tolerance;
  return begun(thinned(corners, tolerance), trail.end, tolerance);
}

/** The corners up to where the way to the new one crosses the line, or comes to it; then the new one. */
function withoutLoop(corners: readonly Vec2[], next: Vec2): Vec2[] {
  const last = corners.at(-1) as Vec2;
  // The length from each part's end to the last corner.
  let after = corners.slice(1).reduce((sum, one, i) => sum + distance(corners[i] as Vec2, one), 0);
  for (let i = 0; i + 1 < corners.length; i++) {
    const [a, b] = [corners[i] as Vec2, corners[i + 1] as Vec2];
    after -= distance(a, b);
    const meets = meeting(a, b, last, next, i + 2 < corners.length);
    if (!meets) continue;
    const loop = distance(meets, b) + after + distance(last, next);
    if (loop < LEAST_LOOP) continue;
    const kept = corners.slice(0, i + 1);
    if (distance(a, meets) > 0) kept.push(meets);
    if (distance(meets, next) > REACH) kept.push(next);
    return kept;
  }
  return [...corners, next];
}

/** Where the way from p to q crosses a – b, or where q lies near to it. */
function meeting(a: Vec2, b: Vec2, p: Vec2, q: Vec2, mayCross: boolean): Vec2 | undefined {
  const [along, way] = [sub(b, a), sub(q, p)];
  const area = cross(along, way);
  if (mayCross && area !== 0) {
    const onLine = cross(sub(p, a), way) / area;
    const onWay = cross(sub(p, a), along) / area;
    if (onLine >= 0 && onLine <= 1 && onWay >= 0 && onWay <= 1) return rounded(between(a, along, onLine));
  }
  const squared = dot(along, along);
  const share = squared > 0 ? Math.min(1, Math.max(0, dot(sub(q, a), along) / squared)) : 0;
  const nearest = between(a, along, share);
  return distance(nearest, q) <= REACH ? rounded(nearest) : undefined;
}

const between = (a: Vec2, along: Vec2, share: number): Vec2 => ({
  x: a.x + share * along.x,
  y: a.y + share * along.y,
});

/** A line of fewer corners, which passes every old one within the tolerance. */
function thinned(corners: readonly Vec2[], tolerance: Meters): Vec2[] {
  const kept = [corners[0] as Vec2];
  let trail: WayCome = begun(kept, kept[0] as Vec2, tolerance);
  for (const corner of corners.slice(1)) {
    const away = distance(trail.corner, corner);
    const direction = Math.atan2(corner.y - trail.corner.y, corner.x - trail.corner.x);
    if (away < trail.farthest - tolerance || (trail.sector && !isWithin(direction, trail.sector))) {
      kept.push(trail.end);
      trail = begun([trail.end], trail.end, tolerance);
    }
    const [from, half] = [distance(trail.corner, corner), tolerance];
    const turned = Math.atan2(corner.y - trail.corner.y, corner.x - trail.corner.x);
    const sector = from > half ? narrowed(trail.sector, turned, Math.asin(half / from)) : trail.sector;
    trail = { ...trail, end: corner, sector, farthest: Math.max(trail.farthest, from) };
  }
  return [...kept, corners.at(-1) as Vec2];
}

/** The way back: from the last place to the start, without corners that lie on each other. */
export function wayBack(trail: WayCome): readonly Vec2[] {
  const line = withoutLoop(trailCorners(trail), rounded(trail.end)).reverse();
  return line.filter((point, i) => i === 0 || distance(point, line[i - 1] as Vec2) > LEAST_STEP);
}

/** The trail of a robot that has driven so far back along it, and is there. */
export function shortened(trail: WayCome, driven: Meters, at: Vec2): WayCome {
  const line = wayBack(trail);
  let left = driven;
  for (let i = 0; i + 1 < line.length; i++) {
    const [from, to] = [line[i] as Vec2, line[i + 1] as Vec2];
    const long = distance(from, to);
    if (left < long) {
      const turn = between(from, scale(sub(to, from), 1 / long), left);
      return begun([...line.slice(i + 1).reverse(), rounded(turn)], at, trail.tolerance);
    }
    left -= long;
  }
  return begun(line.slice(-1), at, trail.tolerance);
}
