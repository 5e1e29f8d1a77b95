/** The piece of a path that comes next: where a body that has to go round something takes it up again. */
import { angleOf, distance, sub, type Vec2 } from '../../math/geometry.js';
import type { Meters, Radians, Seconds } from '../../math/units.js';
import type { Obstacle } from '../../signals/signals.js';
import { clearanceAt, thingsWithin } from '../avoidance/nearThings.js';
import { freeDistanceAlong } from '../avoidance/obstacles.js';
import type { Percept } from '../behavior.js';
import type { Path } from './path.js';
import type { PathView } from './pathView.js';

/** A free path is taken up so far ahead [radii of the body]: near enough that a fold of the path does not lie between. */
const NEXT_RADII = 3;
/** Things on the path count so far ahead of the body, and a blocked piece is followed so far [m]. */
const LOOK_AHEAD: Meters = 1;
const LONGEST_BLOCK: Meters = 3;
/** For each second that the body has stood. */
const FURTHER: Meters = 0.3;
/** It comes back over so much of the free path behind them, so that it need not turn on the spot there. */
const REJOIN_RADII = 4;
/** Beyond a bend they do not count yet: the way round them would leave the bend out. */
const STRAIGHT_SHARE = 0.9;
/** Room that it wants beside a body that stands on the path. */
const ROOM: Meters = 0.04;
/** Steps of the look along the path [radii of the body]. */
const STEP_RADII = 0.5;

/**
 * The arc length of the place to come back to: the first free place behind the first things that stand on the path within
 * a metre; with a free path, three radii ahead. A place is free where the body has ROOM round it, and still has it half a
 * radius and a radius further on.
 *
 * A path that has not begun is taken up at its beginning.
 *
 * The inside of a large thing does not count: of a mapped one, since in all directions something is near (`isInside`). Eyes see
 * its near side only, so that it looks free: for each second that the body has stood the place moves on by 0.3 m.
 *
 * @param stood how long the body has stood without progress
 */
export function nextPlace(
  percept: Percept,
  path: Path,
  { begun, left, here: { progress } }: PathView,
  stood: Seconds,
): Meters {
  const { pose, body, hits, mapped } = percept;
  const next = begun ? progress + Math.min(NEXT_RADII * body.radius, left) : 0;
  if (hits.x.length === 0 && mapped.length === 0) return next;
  const reach = LOOK_AHEAD + LONGEST_BLOCK + body.radius;
  const things = thingsWithin(reach, pose, hits, { obstacles: mapped, weak: false });
  if (things.x.length === 0 && things.obstacles.length === 0) return next;
  const isBlocked = (ahead: Meters) =>
    clearanceAt(path.at(progress + Math.min(ahead, left)), things) < body.radius + ROOM;
  const step = STEP_RADII * body.radius;
  const isStraight = (from: Meters, to: Meters) =>
    distance(path.at(progress + from), path.at(progress + to)) >= STRAIGHT_SHARE * (to - from);
  let ahead = 0;
  while (!isBlocked(ahead)) {
    ahead += step;
    if (!begun || ahead > Math.min(LOOK_AHEAD, left) || !isStraight(0, ahead)) return next;
  }
  const last = Math.min(ahead + LONGEST_BLOCK, left);
  ahead = Math.min(last, ahead + FURTHER * Math.floor(stood));
  const isTaken = (at: Meters) =>
    isBlocked(at) ||
    isBlocked(at + step) ||
    isBlocked(at + 2 * step) ||
    isInside(path.at(progress + Math.min(at, left)), pose, things.obstacles);
  while (ahead < last && isTaken(ahead)) ahead += step;
  const end = ahead;
  while (
    begun &&
    ahead < end + REJOIN_RADII * body.radius &&
    !isBlocked(ahead + step) &&
    isStraight(end, ahead + step)
  )
    ahead += step;
  return Math.max(next, progress + Math.min(ahead, left));
}

/** How a body that is off its path gets on. */
export interface Astray {
  /** How far along the path it has come. */
  readonly farthest: Meters;
  /** How far it has driven since then: to and fro beside a thing is no progress. */
  readonly astray: Meters;
}

/** A body that is so far back has been carried there, and begins anew [m]. */
const CARRIED_BACK: Meters = 1;

export function astraySince(
  { forwardSpeed, dt }: Percept,
  progress: Meters,
  { farthest, astray }: Astray,
): Astray {
  if (progress > farthest || progress < farthest - CARRIED_BACK) return { farthest: progress, astray: 0 };
  return { farthest, astray: astray + Math.abs(forwardSpeed) * dt };
}

/** A body that has driven farther than this without progress cannot reach its place on the path [m]. */
const ASTRAY: Meters = 3;

/** The place of before; for each metre beyond three that the body has driven without progress, 0.3 m further on. */
export function placeMovedOn(before: Meters, astrayBefore: Meters, astray: Meters, end: Meters): Meters {
  const times = Math.floor(Math.max(ASTRAY, astray)) - Math.floor(Math.max(ASTRAY, astrayBefore));
  return Math.min(before + FURTHER * Math.max(0, times), Math.max(before, end));
}

/** Directions in which a large thing is looked for, and how far. */
const DIRECTIONS: readonly Radians[] = Array.from({ length: 16 }, (_, i) => (i * Math.PI) / 8);
const WIDEST: Meters = LONGEST_BLOCK / 2;

/** Whether a place is inside a mapped thing: something is near in all directions, and between it and the body. */
function isInside(place: Vec2, body: Vec2, things: readonly Obstacle[]): boolean {
  const isClosed = (direction: Radians, reach: Meters) =>
    things.some((thing) => freeDistanceAlong(place, direction, thing, RIM) < reach);
  if (!isClosed(angleOf(sub(body, place)), distance(body, place))) return false;
  return DIRECTIONS.every((direction) => isClosed(direction, WIDEST));
}

/** Walls are thin: a ray that passes so near to one meets it. */
const RIM: Meters = 1e-3;
