/** How far solid things let a round body go, and which directions they block; exact, for capsules of any length. */
import {
  angleOf,
  clamp,
  cross,
  distance,
  dot,
  fromPolar,
  length,
  nearestOnSegment,
  sub,
  unit,
  type Vec2,
  wrapAngle,
} from '../../math/geometry.js';
import type { Meters, Radians, Seconds } from '../../math/units.js';
import type { Obstacle } from '../../signals/signals.js';

/** The point of the obstacle's middle line that is nearest to p. */
export function nearestPoint(p: Vec2, { from, to }: Obstacle): Vec2 {
  const share = nearestOnSegment(p, from, to);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** From p to the obstacle's surface; negative inside. */
export function gapTo(p: Vec2, { from, to, radius }: Obstacle): Meters {
  const share = nearestOnSegment(p, from, to);
  const x = from.x + (to.x - from.x) * share - p.x;
  const y = from.y + (to.y - from.y) * share - p.y;
  return length({ x, y }) - radius;
}

/** The obstacle `ahead` seconds later; earlier if negative. */
export function movedObstacle(obstacle: Obstacle, ahead: Seconds): Obstacle {
  const { from, to, velocity } = obstacle;
  if (!velocity || ahead === 0) return obstacle;
  return { ...obstacle, from: displaced(from, velocity, ahead), to: displaced(to, velocity, ahead) };
}

/** All places that the obstacle covers during that time; the obstacle itself if it stands. */
export function sweptObstacle(obstacle: Obstacle, during: Seconds): readonly Obstacle[] {
  const { from, to, velocity, radius } = obstacle;
  if (!velocity || during === 0 || length(velocity) === 0) return [obstacle];
  const [from2, to2] = [displaced(from, velocity, during), displaced(to, velocity, during)];
  const way = { from, to: from2, radius };
  if (from.x === to.x && from.y === to.y) return [way];
  return [obstacle, way, { from: to, to: to2, radius }, { from: from2, to: to2, radius }];
}

const displaced = (p: Vec2, v: Vec2, t: number): Vec2 => ({ x: p.x + v.x * t, y: p.y + v.y * t });

/** The direction to it; if p lies exactly on it, its left normal, or +x for a point. */
function directionTo(p: Vec2, obstacle: Obstacle): Radians {
  const to = sub(nearestPoint(p, obstacle), p);
  if (length(to) > 0) return angleOf(to);
  const line = sub(obstacle.to, obstacle.from);
  return length(line) > 0 ? angleOf(line) + Math.PI / 2 : 0;
}

/**
 * How far p can move straight ahead before it is nearer than `clearance` to the obstacle; Infinity if it never is.
 *
 * An obstacle that is already nearer blocks (0) only the directions that lead still nearer.
 */
export function freeDistanceAlong(
  p: Vec2,
  direction: Radians,
  obstacle: Obstacle,
  clearance: Meters,
): Meters {
  const u = fromPolar(1, direction);
  const reach = obstacle.radius + clearance;
  const near = sub(nearestPoint(p, obstacle), p);
  if (length(near) <= reach) return dot(near, u) > 0 ? 0 : Number.POSITIVE_INFINITY;
  const { from, to } = obstacle;
  return Math.min(
    distanceToDisc(sub(from, p), u, reach),
    distanceToDisc(sub(to, p), u, reach),
    distanceToSide(p, u, from, to, reach),
  );
}

function distanceToDisc(middle: Vec2, u: Vec2, radius: Meters): Meters {
  const ahead = dot(middle, u);
  const aside = cross(u, middle);
  if (ahead <= 0 || Math.abs(aside) >= radius) return Number.POSITIVE_INFINITY;
  return ahead - Math.sqrt(radius * radius - aside * aside);
}

function distanceToSide(p: Vec2, u: Vec2, from: Vec2, to: Vec2, radius: Meters): Meters {
  const line = unit(sub(to, from));
  const offset = sub(p, from);
  const off = cross(line, offset);
  const nearing = -Math.sign(off) * cross(line, u);
  if (!(nearing > 0)) return Number.POSITIVE_INFINITY;
  const way = (Math.abs(off) - radius) / nearing;
  const at = dot(offset, line) + way * dot(u, line);
  return way >= 0 && at >= 0 && at <= distance(from, to) ? way : Number.POSITIVE_INFINITY;
}

/** Directions from `low` counter-clockwise to `high`, high − low in 0 … 2π. */
export interface Sector {
  readonly low: Radians;
  readonly high: Radians;
}

/** How far p may move in any direction of a sector before it is too near to an obstacle. */
export function freeDistanceWithin(
  p: Vec2,
  { low, high }: Sector,
  obstacle: Obstacle,
  clearance: Meters,
): Meters {
  // Seen from p a convex thing is nearest in its nearest direction, or else along an edge of the sector.
  const off = turnLeft(low, directionTo(p, obstacle));
  if (off <= high - low) return Math.max(0, gapTo(p, obstacle) - clearance);
  return Math.min(
    freeDistanceAlong(p, low, obstacle, clearance),
    freeDistanceAlong(p, high, obstacle, clearance),
  );
}

/** Counter-clockwise from one direction to another, 0 … 2π. */
const turnLeft = (from: Radians, to: Radians): Radians => {
  const turn = wrapAngle(to - from);
  return turn < 0 ? turn + 2 * Math.PI : turn;
};

/** How far beyond a right angle a thing nearer than the clearance blocks, so that the body gets away from it. */
const ESCAPE_ANGLE: Radians = Math.PI / 6;

/**
 * The directions in which p comes nearer than `clearance` to the obstacle within `reach`; undefined without such
 * directions.
 *
 * The obstacle grown by the clearance is convex, and so is its part within the disc of radius `reach`: what it blocks
 * is one sector, bounded by tangents to its end discs or by points where that disc cuts its outline. If p is nearer
 * than the clearance, all directions that do not lead away are blocked; the deeper, the more.
 */
export function blockedSector(
  p: Vec2,
  obstacle: Obstacle,
  clearance: Meters,
  reach: Meters,
): Sector | undefined {
  const gap = gapTo(p, obstacle) - clearance;
  if (gap >= reach) return undefined;
  const middle = directionTo(p, obstacle);
  if (gap <= 0) {
    const half = Math.PI / 2 + ESCAPE_ANGLE * Math.min(1, -gap / Math.max(clearance / 4, 1e-6));
    return { low: middle - half, high: middle + half };
  }
  let [right, left] = [0, 0];
  for (const bound of bounds(p, obstacle, obstacle.radius + clearance, reach)) {
    const off = wrapAngle(bound - middle);
    right = Math.min(right, off);
    left = Math.max(left, off);
  }
  return { low: middle + right, high: middle + left };
}

/** Directions to every point where the grown obstacle's part within reach may end. */
function bounds(p: Vec2, { from, to }: Obstacle, radius: Meters, reach: Meters): Radians[] {
  const found: Radians[] = [];
  for (const end of [from, to]) {
    const middle = sub(end, p);
    const away = length(middle);
    const angle = angleOf(middle);
    // The point of tangency, if within reach; else where the two circles cut.
    const tangent = Math.sqrt(Math.max(0, away * away - radius * radius));
    const half =
      tangent <= reach
        ? Math.asin(clamp(radius / away, 0, 1))
        : Math.acos((reach * reach + away * away - radius * radius) / (2 * reach * away));
    if (half >= 0) found.push(angle - half, angle + half);
  }
  const line = unit(sub(to, from));
  const normal = { x: -line.y, y: line.x };
  const [start, end] = [dot(sub(from, p), line), dot(sub(to, p), line)];
  for (const side of [radius, -radius]) {
    const off = dot(sub(from, p), normal) + side;
    const half = Math.sqrt(reach * reach - off * off);
    for (const at of [half, -half]) {
      // A line out of reach gives NaN, which fails both comparisons.
      if (at >= start && at <= end)
        found.push(angleOf({ x: line.x * at + normal.x * off, y: line.y * at + normal.y * off }));
    }
  }
  return found;
}

/** It turns this far beyond a sector's edge, so that the edge itself is free. */
const EDGE_CLEARANCE: Radians = 1e-9;

/**
 * How far to turn, left (> 0) or right, from a direction until no sector blocks it; Infinity if the sectors block all
 * directions.
 */
export function turnToFree(direction: Radians, side: 1 | -1, blocked: readonly Sector[]): Radians {
  let turn = 0;
  for (let again = true; again; ) {
    again = false;
    for (const { low, high } of blocked) {
      const width = high - low;
      const in_ = turnLeft(low, direction + side * turn);
      if (in_ <= 0 || in_ >= width) continue;
      turn += (side > 0 ? width - in_ : in_) + EDGE_CLEARANCE;
      again = turn < 2 * Math.PI;
      if (!again) return Number.POSITIVE_INFINITY;
    }
  }
  return turn;
}
