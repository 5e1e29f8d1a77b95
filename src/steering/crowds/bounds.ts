/** The velocities that lead a robot to no contact, as half-planes: of walls, and of other robots that do their half. */
import { add, fromPolar, length, scale, sub, type Vec2 } from '../../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../../math/units.js';
import { gapTo, nearestPoint } from '../avoidance/obstacles.js';
import type { Percept } from '../behavior.js';
import { type Disc, type HalfPlane, reciprocal } from './orca.js';
import type { Other } from './others.js';

/** Robots that want to move less than this stand. */
export const STANDS: MetersPerSecond = 0.05;
/** No velocity may lead to a contact within this time; bodies that overlap part within the other. */
const CONTACT_TIME: Seconds = 1;
const OVERLAP_TIME: Seconds = 0.1;
/**
 * The point that moves in any direction lies this far before the axle [radii]. Nearer to its goal than its radius a body
 * has hardly to move any more, and its point lies on the axle in the end: else it would find no room at a goal beside one
 * that stands, towards which it faces.
 */
const CENTER_RADII = 0.6;

/** A robot makes room for others if its own wish is slower than this share of theirs. */
const YIELDING_SHARE = 0.5;

interface Bounds {
  readonly walls: readonly HalfPlane[];
  readonly robots: readonly HalfPlane[];
}

/** @param room that each body keeps */
export function boundsOf(percept: Percept, course: Vec2, others: readonly Other[], room: Meters): Bounds {
  const { pose, body, forwardSpeed, turnRate } = percept;
  const velocity = fromPolar(forwardSpeed, pose.heading);
  const left = (percept.wish?.goal?.remaining ?? Number.POSITIVE_INFINITY) / body.radius;
  const own = { at: pose, heading: pose.heading, velocity, turnRate, radius: body.radius };
  const self = centerOf(own, room, CENTER_RADII * Math.min(1, left));
  const robots = others.map((other) => {
    const disc = isParked(other) ? bodyOf(other) : centerOf(other, room);
    // It makes room for what another wants much more: that may stand only because of it. Near its goal, it else goes back.
    const yields = length(course) < Math.max(STANDS, YIELDING_SHARE * length(other.wish));
    const wants = yields && length(other.wish) > length(disc.velocity);
    return reciprocal(self, wants ? { ...disc, velocity: other.wish } : disc, CONTACT_TIME, OVERLAP_TIME);
  });
  return { walls: wallsBeside(percept, self), robots };
}

/** A robot that stands and wants nothing does not move its bow: it takes its own place, and little room. */
const isParked = ({ velocity, wish }: Other): boolean => length(velocity) < STANDS && length(wish) < STANDS;
const bodyOf = ({ at, velocity, radius }: Other): Disc => ({ at, velocity, radius });

/**
 * The point before the axle that can move in any direction: p + D h, v + ω D h⊥. The part across counts as far as the body
 * moves on: that of a turn on the spot ends with the turn, and would keep two robots turning for ever.
 */
function centerOf(
  { at, heading, velocity, turnRate, radius }: Omit<Other, 'id' | 'wish'>,
  room: Meters,
  radii = CENTER_RADII,
): Disc {
  const arm = fromPolar(radii * radius, heading);
  const across = Math.abs(turnRate) * radii * radius;
  const share = across > 0 ? Math.min(1, length(velocity) / across) * turnRate : 0;
  return {
    at: add(at, arm),
    velocity: { x: velocity.x - share * arm.y, y: velocity.y + share * arm.x },
    radius: radius + room,
  };
}

/** A wall leaves the speed towards it with which it is touched after this time; farther ones leave all speeds. */
const WALL_TIME: Seconds = 1;
const WALL_GAP: Meters = 0.01;
const MOST_WALLS = 8;

function wallsBeside({ obstacles, body }: Percept, { at, radius }: Disc): readonly HalfPlane[] {
  const reach = body.maxSpeed * WALL_TIME + radius + WALL_GAP;
  const near = obstacles.flatMap((obstacle) => {
    const gap = gapTo(at, obstacle);
    return gap < reach && gap > 0 ? [{ gap, obstacle }] : [];
  });
  return near
    .sort((one, other) => one.gap - other.gap)
    .slice(0, MOST_WALLS)
    .map(({ gap, obstacle }) => {
      const away = sub(at, nearestPoint(at, obstacle));
      return { n: scale(away, 1 / length(away)), c: -(gap - radius - WALL_GAP) / WALL_TIME };
    });
}
