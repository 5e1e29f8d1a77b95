/** How a body moves among others without touching them, whatever its mission asks for. */
import {
  add,
  angleOf,
  distance,
  dot,
  fromPolar,
  length,
  scale,
  sub,
  truncate,
  unit,
  type Vec2,
  wrapAngle,
} from '../../math/geometry.js';
import type { Meters, MetersPerSecond, Radians, RadiansPerSecond } from '../../math/units.js';
import type { Neighbor } from '../../signals/signals.js';
import { gapTo, nearestPoint } from '../avoidance/obstacles.js';
import type { Percept } from '../behavior.js';
import { awayFrom } from '../neighbors.js';
import { speedAmong, steeringDirection } from './stoppingRoom.js';

/** What would be done without this behavior; without any other, the present velocity. */
export const wishedVelocity = ({ wish, velocity, body }: Percept): Vec2 =>
  truncate(wish?.velocity ?? velocity, body.maxSpeed);

/**
 * Removes from the wish the parts that lead towards robots already nearer than `keep`, and towards walls almost
 * touched. The rest leads along their sides and a little away; it may be almost zero.
 *
 * Turning away from one robot may lead towards another, so the nearest comes last. The order of messages does not
 * matter.
 */
function alongside(wish: Vec2, percept: Percept, near: readonly Neighbor[], keep: Meters): Vec2 {
  const { pose, body, obstacles } = percept;
  const robots = near.flatMap((neighbor): Beside[] => {
    const gap = distance(neighbor.position, pose) - body.radius - neighbor.radius;
    return gap <= keep ? [{ gap, name: neighbor.id, away: awayFrom(percept, neighbor) }] : [];
  });
  const walls = obstacles.flatMap((obstacle): Beside[] => {
    const gap = gapTo(pose, obstacle) - body.radius;
    const point = nearestPoint(pose, obstacle);
    return gap <= TOUCH_DISTANCE
      ? [{ gap, name: `${point.x} ${point.y}`, away: unit(sub(pose, point)) }]
      : [];
  });
  let along = wish;
  for (const { away } of [...robots.sort(nearestLast), ...walls.sort(nearestLast)]) {
    const lacks = AWAY_SHARE * length(along) - dot(along, away);
    if (lacks > 0) along = add(along, scale(away, lacks));
  }
  return along;
}

/** A robot or wall that is too near, and the direction away from it. */
interface Beside {
  readonly gap: Meters;
  readonly name: string;
  readonly away: Vec2;
}

const nearestLast = (one: Beside, other: Beside): number =>
  other.gap - one.gap || (one.name < other.name ? -1 : 1);

/** A way along a robot or wall leads off it by at least this share: more than the error of the heading. */
const AWAY_SHARE = 0.1;
const isBesideWall = ({ pose, body, obstacles }: Percept): boolean =>
  obstacles.some((obstacle) => gapTo(pose, obstacle) < body.radius + WALL_DISTANCE);

/** Beside a wall this near the body turns on the spot instead of creeping against the wall. */
const WALL_DISTANCE: Meters = 0.025;
/** A wall this near is almost touched. */
const TOUCH_DISTANCE: Meters = 0.004;

/** A body this much above its allowed speed only brakes, straight ahead: a turn could lengthen its way. */
const EXCESS_SPEED: MetersPerSecond = 0.02;
/** At this speed or below it turns on the spot rather than in an arc. */
const PIVOT_BELOW_SPEED: MetersPerSecond = 0.035;

/** What a body may do among others that it must not touch. */
interface KeptApart {
  /** Highest allowed speed [m/s]. */
  readonly allowed: MetersPerSecond;
  /** Velocity to take instead of the wish; undefined: the wish, at the allowed speed. */
  readonly instead?: Vec2;
  /** A heading to turn to on the spot, at a velocity of zero. */
  readonly face?: Radians;
  /** Brakes as hard as the wheels can, to a velocity of zero. */
  readonly brakes?: true;
}

/**
 * A body much above its allowed speed brakes straight ahead. If its wish leads towards robots that are too near, it
 * goes along their sides. If it can hardly move, it turns on the spot to the desired direction.
 *
 * @param waits it is not this robot's turn: it stands, and does not squeeze past others
 */
export function keepApart(
  wish: Vec2,
  percept: Percept,
  near: readonly Neighbor[],
  { keep, waits, turning }: { keep: Meters; waits: boolean; turning: RadiansPerSecond },
): KeptApart {
  if (near.length === 0) return { allowed: Number.POSITIVE_INFINITY };
  const { pose, forwardSpeed } = percept;
  const along = alongside(wish, percept, waits ? [] : near, keep + SLIDE_DISTANCE);
  const wants = length(along) > 1e-6;
  const going = wants ? angleOf(along) : steeringDirection(percept);
  const allowed = Math.min(
    speedAmong(percept, near, keep, going, turning),
    waits ? PIVOT_BELOW_SPEED : Number.POSITIVE_INFINITY,
  );
  if (Math.abs(forwardSpeed) > allowed + EXCESS_SPEED) {
    return { allowed: 0, instead: fromPolar(Math.max(allowed, 1e-3), pose.heading), brakes: true };
  }
  const besideWall = isBesideWall(percept);
  if (waits && !besideWall) return { allowed };
  const slow = allowed <= PIVOT_BELOW_SPEED || (besideWall && length(along) <= PIVOT_BELOW_SPEED);
  if (slow && wants && mustTurn(going, percept)) return { allowed: 0, face: going };
  return along === wish ? { allowed } : { allowed, instead: along };
}

/** A robot nearer than `keep` plus this is passed along its side [m]. */
const SLIDE_DISTANCE: Meters = 0.002;

/** A direction nearer than this needs no turn on the spot. */
const FACING_ANGLE: Radians = (5 * Math.PI) / 180;

/** Whether a body must turn before it can go there. */
const mustTurn = (direction: Radians, { pose }: Percept): boolean =>
  Math.abs(wrapAngle(direction - pose.heading)) >= FACING_ANGLE;
