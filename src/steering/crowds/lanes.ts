/** Lanes through a door: as many as fit side by side, each with a mouth before the door. */
import { add, clamp, distance, rotate, scale, sub, unit, type Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { type Door, inDoor } from './door.js';

/** A lane: how far it lies left of the door's middle, and how far before that its mouth is. */
export interface Lane {
  readonly across: Meters;
  readonly mouth: Meters;
}

/** Middles of lanes lie at least a body's width and this apart, and bodies this far from the posts. */
const LANE_GAP: Meters = 0.025;
const POST_GAP: Meters = 0.03;
/** The lane's straight part begins so far before the door, and ends so far behind it [radii]. */
const MOUTH_RADII = 2;
const EXIT_RADII = 4;
/** Gap between robots that file in. */
const PLACE_GAP: Meters = 0.05;
/** Nearer to the mouth than this the lane is kept [radii]. */
const KEPT_RADII = 3;

/** The lanes of a door, from the right. n = 1 + ⌊(w − 2r − 2·3 cm)/(2r + 2.5 cm)⌋, spread evenly; at least one. */
export function lanesOf({ width, depth }: Door, radius: Meters): readonly Lane[] {
  const room = Math.max(0, width - 2 * radius);
  const least = 2 * radius + LANE_GAP;
  const count = 1 + Math.max(0, Math.floor((room - 2 * POST_GAP) / least + 1e-9));
  const spacing = count > 1 ? (room - 2 * POST_GAP) / (count - 1) : 0;
  const mouth = depth / 2 + MOUTH_RADII * radius;
  return Array.from({ length: count }, (_, k) => ({ across: (k - (count - 1) / 2) * spacing, mouth }));
}

/** Whether it is between the mouth and the exit, within the door's width. */
export function isInLane(door: Door, p: Vec2, { mouth }: Lane): boolean {
  const { along, across } = inDoor(door, p);
  return along > -mouth && Math.abs(across) < door.width / 2;
}

export const isThrough = (door: Door, p: Vec2, radius: Meters): boolean =>
  inDoor(door, p).along > door.depth / 2 + EXIT_RADII * radius;

/**
 * The way to the mouth, negative behind it [m]. It changes by no more than the body moves: robots that keep apart in it
 * keep apart in space.
 */
export function wayToMouth(door: Door, lane: Lane, p: Vec2): Meters {
  const { along, across } = inDoor(door, p);
  return isInLane(door, p, lane)
    ? -(along + lane.mouth)
    : Math.hypot(along + lane.mouth, across - lane.across);
}

/** The point of the way that lies `ahead` metres farther: straight to the mouth, then through the door. */
export function pointAhead(door: Door, lane: Lane, p: Vec2, ahead: Meters): Vec2 {
  const way = wayToMouth(door, lane, p);
  const mouth = pointOf(door, lane, -lane.mouth);
  if (way > ahead) return add(p, scale(unit(sub(mouth, p)), ahead));
  return pointOf(door, lane, -lane.mouth + ahead - way);
}

const pointOf = ({ at, along }: Door, { across }: Lane, far: Meters): Vec2 =>
  add(at, add(scale(along, far), scale(rotate(along, Math.PI / 2), across)));

/**
 * The lane through which it comes soonest, max(d, n·s): d the way to its mouth, n the robots that are nearer to it, s the
 * place that each takes. The lane before is kept near its mouth, and unless one beside it is sooner by one place; only the
 * outermost robot changes, so that no two ways cross.
 *
 * @param others where the robots of each lane are
 */
export function chooseLane(
  door: Door,
  lanes: readonly Lane[],
  { at, radius, before }: { readonly at: Vec2; readonly radius: Meters; readonly before: number | null },
  others: readonly (readonly Vec2[])[] = [],
): number {
  const place = 2 * radius + PLACE_GAP;
  const ways = lanes.map((lane) => distance(at, pointOf(door, lane, -lane.mouth)));
  const waits = lanes.map((lane, k) => {
    const own = ways[k] as Meters;
    const nearer = (others[k] ?? []).filter((p) => Math.abs(wayToMouth(door, lane, p)) < own);
    return Math.max(own, nearer.length * place);
  });
  const soonest = waits.indexOf(Math.min(...waits));
  if (before === null) return soonest;
  const kept = clamp(before, 0, lanes.length - 1);
  if ((ways[kept] as Meters) < KEPT_RADII * radius || isInLane(door, at, lanes[kept] as Lane)) return kept;
  if ((waits[soonest] as Meters) >= (waits[kept] as Meters) - place) return kept;
  const side = Math.sign(soonest - kept);
  const own = inDoor(door, at);
  const crosses = (others[kept] ?? []).some((p) => {
    const { along, across } = inDoor(door, p);
    return side * (across - own.across) > 0 && Math.abs(along - own.along) < CROSSING_RADII * radius;
  });
  return crosses ? kept : kept + side;
}

/** A robot between this one and another lane is in its way to that if it is no farther ahead or behind [radii]. */
const CROSSING_RADII = 5;
