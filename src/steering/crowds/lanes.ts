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
/** To change the lane, another mouth must be nearer by this; nearer to the mouth than this, it is kept. */
const NEARER: Meters = 0.1;
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
export function isInside(door: Door, p: Vec2, { mouth }: Lane): boolean {
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
  return isInside(door, p, lane)
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

/** The lane with the nearest mouth; the one before is kept near its mouth, and unless another is much nearer. */
export function chooseLane(
  door: Door,
  lanes: readonly Lane[],
  p: Vec2,
  before: number | null,
  radius: Meters,
): number {
  const ways = lanes.map((lane) => distance(p, pointOf(door, lane, -lane.mouth)));
  const nearest = ways.indexOf(Math.min(...ways));
  const kept = before === null ? null : clamp(before, 0, lanes.length - 1);
  if (kept === null) return nearest;
  const lane = lanes[kept] as Lane;
  if (wayToMouth(door, lane, p) < KEPT_RADII * radius) return kept;
  return (ways[nearest] as Meters) < (ways[kept] as Meters) - NEARER ? nearest : kept;
}
