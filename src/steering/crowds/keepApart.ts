/** How a body goes among others that it must not touch, whatever it wants. */
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

/** What stands before a behavior in a blend wants: v + F₀/k; nothing stands before it: the velocity as it is. */
export const wishedVelocity = ({ velocity, body }: Percept, soFar: Vec2): Vec2 =>
  truncate(add(velocity, scale(soFar, 1 / body.steeringGain)), body.maxSpeed);

/**
 * A wish without what leads nearer to those that are nearer than `keep` already, and to walls nearer than that in all
 * but a touch: along their sides, and a little away. What is left of it may be next to nothing.
 *
 * Turning off one may lead back towards another, so the nearest comes last; in which order they were heard of does not
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

/** Something that is too near, and the direction away from it. */
interface Beside {
  readonly gap: Meters;
  readonly name: string;
  readonly away: Vec2;
}

const nearestLast = (one: Beside, other: Beside): number =>
  other.gap - one.gap || (one.name < other.name ? -1 : 1);

/** So much of a way along something leads off it: more than the heading may be wrong. */
const AWAY_SHARE = 0.1;
const isBesideWall = ({ pose, body, obstacles }: Percept): boolean =>
  obstacles.some((obstacle) => gapTo(pose, obstacle) < body.radius + WALL_DISTANCE);

/** A wall this near must not be crept against. */
const WALL_DISTANCE: Meters = 0.025;
/** A wall this near is almost touched. */
const TOUCH_DISTANCE: Meters = 0.004;

/** So much faster than it may be it does nothing but brake, straight ahead: a turn could make its way longer. */
const EXCESS_SPEED: MetersPerSecond = 0.02;
/** As slow as this it turns on the spot rather than in an arc. */
const PIVOT_BELOW_SPEED: MetersPerSecond = 0.035;

/** How a body goes among others that it must not touch. */
interface KeptApart {
  /** The most it may go [m/s]. */
  readonly allowed: MetersPerSecond;
  /** What it is to do instead of what it wants; left out: that, at the allowed speed. */
  readonly instead?: Vec2;
  /** All that the wheels can: the velocity is to be none. */
  readonly brakes?: true;
}

/**
 * Brake straight ahead, if it is much faster than it may be; along the sides of those that are too near, if its wish
 * leads to them; turn on the spot to where it wants to go, if it can hardly go at all.
 *
 * @param waits it is not its turn: it does not squeeze past anybody, and stands
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

/** Nearer than this and what is kept they are slid along [m]. */
const SLIDE_DISTANCE: Meters = 0.002;

/** Asked for a direction this far off, locomotion turns first and does not go meanwhile: more than a right angle. */
const PIVOT_OFFSET: Radians = (100 * Math.PI) / 180;
/** Nearer than this it need not turn on the spot. */
const FACING_ANGLE: Radians = (5 * Math.PI) / 180;
/** A wish to turn; how fast it would be is locomotion's choice. */
const PIVOT_SPEED: MetersPerSecond = 0.05;
const STANDING_SPEED: MetersPerSecond = 1e-3;

/**
 * Turning on the spot, for a body that has room to turn and none to go.
 *
 * The desired velocity that turns a body to a direction on the spot, or none where it faces it already.
 *
 * It is 100° off to the side where the direction lies until the turn has to be braked, ω²/2α = what is left of it with
 * α = 2a/track, and straight ahead, next to nothing, from there on.
 *
 * @param turning of the body as it is [rad/s]
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
