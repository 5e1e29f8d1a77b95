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
import { BRAKING_SHARE } from '../braking.js';
import { awayFrom } from '../neighbors.js';
import { speedAmong, steeringDirection } from './stoppingRoom.js';

/** The velocity that the behaviors before this one in a blend want: v + F₀/k; without any, the present velocity. */
export const wishedVelocity = ({ velocity, body }: Percept, soFar: Vec2): Vec2 =>
  truncate(add(velocity, scale(soFar, 1 / body.steeringGain)), body.maxSpeed);

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
  const pivot = slow && wants ? pivotTo(going, percept, turning) : undefined;
  if (pivot) return { allowed: 0, instead: pivot };
  return along === wish ? { allowed } : { allowed, instead: along };
}

/** A robot nearer than `keep` plus this is passed along its side [m]. */
const SLIDE_DISTANCE: Meters = 0.002;

/** Locomotion turns on the spot for a direction this far off: more than a right angle. */
const PIVOT_OFFSET: Radians = (100 * Math.PI) / 180;
/** A direction nearer than this needs no turn on the spot. */
const FACING_ANGLE: Radians = (5 * Math.PI) / 180;
/** Speed of a wish to turn; locomotion chooses how fast it turns. */
const PIVOT_SPEED: MetersPerSecond = 0.05;
const STANDING_SPEED: MetersPerSecond = 1e-3;

/**
 * The desired velocity that turns a body on the spot to a direction, where there is room to turn but not to drive;
 * undefined if the body already faces it.
 *
 * It points 100° to the side of the direction until the turn must be braked, ω²/2α = the angle left, with α = 2a/track;
 * from there on it points straight ahead and is almost zero.
 *
 * @param turning present turn rate of the body [rad/s]
 */
export function pivotTo(direction: Radians, percept: Percept, turning: RadiansPerSecond): Vec2 | undefined {
  const { pose, body, dt } = percept;
  const bearing = wrapAngle(direction - pose.heading);
  const left = Math.abs(bearing);
  if (left < FACING_ANGLE) return undefined;
  const side = bearing > 0 ? 1 : -1;
  const rate = turning * side;
  const alpha = (BRAKING_SHARE * 2 * body.maxAcceleration) / body.track;
  const arrives = rate > 0 && left <= (rate * rate) / (2 * alpha) + rate * dt;
  return arrives
    ? fromPolar(STANDING_SPEED, pose.heading)
    : fromPolar(PIVOT_SPEED, pose.heading + side * PIVOT_OFFSET);
}
