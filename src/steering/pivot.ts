/** Turning on the spot, for a body that has room to turn and none to go. */
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
} from '../geometry.js';
import type { Neighbor } from '../signals.js';
import type { Meters, MetersPerSecond, Radians, RadiansPerSecond } from '../units.js';
import type { Percept } from './behavior.js';
import { BRAKING_SHARE } from './braking.js';
import { awayFrom } from './neighbors.js';
import { nearestPoint } from './obstacles.js';
import { allowedAmong, goingOf } from './stoppingRoom.js';

/** Asked for a direction this far off, locomotion turns first and does not go meanwhile: more than a right angle. */
const OFF: Radians = (100 * Math.PI) / 180;
/** Nearer than this it need not turn on the spot. */
const FACES: Radians = (5 * Math.PI) / 180;
/** A wish to turn; how fast it would be is locomotion's choice. */
const SPEED: MetersPerSecond = 0.05;
const STANDING: MetersPerSecond = 1e-3;

/**
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
  if (left < FACES) return undefined;
  const side = bearing > 0 ? 1 : -1;
  const rate = turning * side;
  const alpha = (BRAKING_SHARE * 2 * body.maxAcceleration) / body.track;
  const arrives = rate > 0 && left <= (rate * rate) / (2 * alpha) + rate * dt;
  return arrives ? fromPolar(STANDING, pose.heading) : fromPolar(SPEED, pose.heading + side * OFF);
}

/** What stands before a behavior in a blend wants: v + F₀/k; nothing stands before it: the velocity as it is. */
export const wishOf = ({ velocity, body }: Percept, soFar: Vec2): Vec2 =>
  truncate(add(velocity, scale(soFar, 1 / body.steeringGain)), body.maxSpeed);

/**
 * A wish without what leads nearer to those that are nearer than `keep` already, and to walls nearer than that in all
 * but a touch: along their sides, and a little away. What is left of it may be next to nothing.
 */
function alongside(wish: Vec2, percept: Percept, near: readonly Neighbor[], keep: Meters): Vec2 {
  let along = wish;
  const turnOff = (away: Vec2) => {
    const lacks = AWAY * length(along) - dot(along, away);
    if (lacks > 0) along = add(along, scale(away, lacks));
  };
  for (const neighbor of near) {
    const gap = distance(neighbor.position, percept.pose) - percept.body.radius - neighbor.radius;
    if (gap <= keep) turnOff(awayFrom(percept, neighbor));
  }
  for (const obstacle of percept.obstacles) {
    const offset = sub(percept.pose, nearestPoint(percept.pose, obstacle));
    if (length(offset) - obstacle.radius - percept.body.radius < TOUCH) turnOff(unit(offset));
  }
  return along;
}

/** So much of a way along something leads off it: more than the heading may be wrong. */
const AWAY = 0.1;
/** A wall this near is almost touched. */
const TOUCH: Meters = 0.004;

/** So much faster than it may be it does nothing but brake, straight ahead: a turn could make its way longer. */
const TOO_FAST: MetersPerSecond = 0.02;
/** As slow as this it turns on the spot rather than in an arc. */
const SLOW: MetersPerSecond = 0.035;

/** How a body goes among others that it must not touch. */
export interface KeptApart {
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
  const { pose, forwardSpeed } = percept;
  const along = alongside(wish, percept, near, keep + TOO_NEAR);
  const wants = length(along) > 1e-6;
  const going = wants ? angleOf(along) : goingOf(percept);
  const allowed = Math.min(allowedAmong(percept, near, keep, going), waits ? SLOW : Number.POSITIVE_INFINITY);
  if (Math.abs(forwardSpeed) > allowed + TOO_FAST) {
    return { allowed: 0, instead: fromPolar(Math.max(allowed, STANDING), pose.heading), brakes: true };
  }
  const slow = wants && Math.min(allowed, length(along)) <= SLOW;
  const pivot = slow ? pivotTo(going, percept, turning) : undefined;
  if (pivot) return { allowed: 0, instead: pivot };
  return along === wish ? { allowed } : { allowed, instead: along };
}

/** Nearer than this and what is kept they are slid along [m]. */
const TOO_NEAR: Meters = 0.002;
