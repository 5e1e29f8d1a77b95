/** Doors: the narrow gaps between the things on a map, and the one on the way to a goal. */
import {
  add,
  angleOf,
  cross,
  distance,
  dot,
  length,
  scale,
  sub,
  unit,
  type Vec2,
} from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { Obstacle } from '../../signals/signals.js';
import { freeDistanceAlong, gapTo, nearestPoint } from '../avoidance/obstacles.js';

/** A door as one sees it who goes through: `along` leads through it, left is across. */
export interface Door {
  readonly at: Vec2;
  /** Unit vector. */
  readonly along: Vec2;
  readonly width: Meters;
  readonly depth: Meters;
}

/** A gap between two things, from the side of one to that of the other. */
interface Gap {
  readonly from: Vec2;
  readonly to: Vec2;
  readonly depth: Meters;
}

/** A wider gap is no door [widths of the body]. */
const WIDEST_BODIES = 6;
/** Rounding of lengths. */
const EPSILON: Meters = 1e-6;

/**
 * The door on the way: of all gaps that part the two places, the one with the shortest way by it. Undefined if there is
 * none, or if the straight way is free and leads through none.
 *
 * @param radius of the body that wants to go through
 */
export function doorBetween(
  from: Vec2,
  to: Vec2,
  map: readonly Obstacle[],
  radius: Meters,
): Door | undefined {
  const gaps = gapsOf(
    map.filter(({ velocity }) => !velocity),
    radius,
  );
  if (isWayFree(from, to, map, radius) && !gaps.some((gap) => crosses(from, to, gap))) return undefined;
  let best: Door | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (const { from: right, to: left, depth } of gaps) {
    const door = doorOf(right, left, to, depth);
    const way = distance(from, door.at) + distance(door.at, to);
    const parts = dot(sub(from, door.at), door.along) < 0 && dot(sub(to, door.at), door.along) > 0;
    if (!parts || way >= shortest) continue;
    best = door;
    shortest = way;
  }
  return best;
}

/** The door between two posts, for one who goes to a place. */
export function doorOf(one: Vec2, other: Vec2, to: Vec2, depth: Meters = 0): Door {
  const at = scale(add(one, other), 0.5);
  const across = unit(sub(other, one));
  const normal = { x: across.y, y: -across.x };
  const along = dot(sub(to, at), normal) >= 0 ? normal : scale(normal, -1);
  return { at, along, width: distance(one, other), depth };
}

/** A place relative to a door: how far behind its middle, and how far left of it. */
export const inDoor = ({ at, along }: Door, p: Vec2): { readonly along: Meters; readonly across: Meters } => {
  const offset = sub(p, at);
  return { along: dot(offset, along), across: cross(along, offset) };
};

/** Whether a body of this radius can go straight from one place to the other. */
export function isWayFree(from: Vec2, to: Vec2, obstacles: readonly Obstacle[], radius: Meters): boolean {
  const way = sub(to, from);
  const [far, direction] = [length(way), angleOf(way)];
  return obstacles.every((obstacle) => freeDistanceAlong(from, direction, obstacle, radius) >= far);
}

/**
 * Gaps that a body fits through, with nothing else in the circle over them: there the passage is narrowest. Where two
 * sides face each other, their corners do not count again.
 */
function gapsOf(map: readonly Obstacle[], radius: Meters): readonly Gap[] {
  const gaps: Gap[] = [];
  for (const [i, one] of map.entries())
    for (const other of map.slice(i + 1)) {
      const gap = narrowest(one, other);
      const width = distance(gap.from, gap.to);
      if (width <= 2 * radius || width > 2 * WIDEST_BODIES * radius) continue;
      const middle = middleOf(gap);
      if (map.every((thing) => gapTo(middle, thing) > width / 2 - EPSILON)) gaps.push(gap);
    }
  return gaps.filter((gap) => !gaps.some((deep) => isPartOf(gap, deep)));
}

const middleOf = ({ from, to }: Gap): Vec2 => scale(add(from, to), 0.5);
const isPartOf = (gap: Gap, deep: Gap): boolean =>
  deep.depth > gap.depth && distance(middleOf(gap), middleOf(deep)) < deep.depth / 2 + EPSILON;

/** Between two sides that face each other, the gap is as deep as they overlap, and lies in the middle of that. */
function narrowest(one: Obstacle, other: Obstacle): Gap {
  const ends = [
    [one.from, nearestPoint(one.from, other)],
    [one.to, nearestPoint(one.to, other)],
    [nearestPoint(other.from, one), other.from],
    [nearestPoint(other.to, one), other.to],
  ] as const;
  const widths = ends.map(([a, b]) => distance(a, b));
  const least = Math.min(...widths);
  const nearest = ends.filter((_, i) => (widths[i] as number) <= least + EPSILON);
  const [first] = nearest as [(typeof ends)[number]];
  const depth = Math.max(...nearest.map(([a]) => distance(a, first[0])));
  const share = 1 / nearest.length;
  const middle = (k: 0 | 1) =>
    scale(
      nearest.reduce((sum, pair) => add(sum, pair[k]), { x: 0, y: 0 }),
      share,
    );
  const [a, b] = depth > EPSILON ? [middle(0), middle(1)] : first;
  const out = unit(sub(b, a));
  return { from: add(a, scale(out, one.radius)), to: sub(b, scale(out, other.radius)), depth };
}

/** Whether the way leads through the gap. */
function crosses(from: Vec2, to: Vec2, gap: Gap): boolean {
  const way = sub(to, from);
  const over = sub(gap.to, gap.from);
  const before = cross(over, sub(from, gap.from)) * cross(over, sub(to, gap.from));
  const beside = cross(way, sub(gap.from, from)) * cross(way, sub(gap.to, from));
  return before < 0 && beside < 0;
}
