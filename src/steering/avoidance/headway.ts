/** How fast a body may drive towards solid things, and how much it may turn while it brakes for them. */
import {
  add,
  angleOf,
  clamp,
  cross,
  dot,
  length,
  scale,
  sub,
  unit,
  type Vec2,
  wrapAngle,
} from '../../math/geometry.js';
import { REST_SPEED } from '../../math/standstill.js';
import { BRAKING_SHARE, brakingSpeed, type SpeedLimit } from '../../math/stopping.js';
import type { Meters, MetersPerSecond, Radians, RadiansPerSecond, Seconds } from '../../math/units.js';
import type { Obstacle } from '../../signals/signals.js';
import type { Percept } from '../behavior.js';
import { plannedDeceleration, settlingTime } from '../braking.js';
import { freeDistanceWithin, type Sector } from './obstacles.js';

/** If its sight is older than this, it stops: it does not drive blind. */
export const MAX_SIGHT_AGE: Seconds = 0.5;

/** Whether what it knows of the way is too old: a swept sonar looks to each direction seldom, and is given its time. */
export function isBlind({ sightAge, rangers }: Percept): boolean {
  if (sightAge <= MAX_SIGHT_AGE) return false;
  let patience = MAX_SIGHT_AGE;
  for (const id in rangers) patience = Math.max(patience, rangers[id]?.beam.swept?.silence ?? 0);
  return !(sightAge <= patience);
}
/** Speed at which it may turn without room to drive, and the smallest arc for that. */
export const CREEP_SPEED: MetersPerSecond = 0.03;
const MIN_ARC: Meters = 0.005;

/**
 * Delay before a desired velocity takes effect: a period, or the lag that may remain. Plans count it twice, so that one
 * stop is enough.
 */
const actionDelay = (dt: Seconds): Seconds => settlingTime(dt) / 1.5;

/** Braking takes at most this share of the force: the rest turns the body away. */
const MAX_DUE_SHARE = 0.95;

/** Heading and turn rate at the last call. */
export interface TurnMemory {
  readonly at: Seconds;
  readonly heading: Radians;
  readonly rate: RadiansPerSecond;
}

/** Smoothing time of the turn rate: longer than the jitter of a tick, shorter than any turn. */
const TURN_RATE_SMOOTHING: Seconds = 0.05;

/** Smoothed turn rate; 0 if the last call was not in the tick before. */
export function turnRateSince(before: TurnMemory | null, { at, dt, pose, body }: Percept): RadiansPerSecond {
  if (!before || at - before.at > 1.5 * dt) return 0;
  const rate = clamp(wrapAngle(pose.heading - before.heading) / dt, -body.maxTurnRate, body.maxTurnRate);
  return before.rate + (rate - before.rate) * -Math.expm1(-dt / TURN_RATE_SMOOTHING);
}

/** Its speed: a hard stop zeroes the reference velocity at once, but the wheels only gradually. */
export const speedOf = ({ velocity, forwardSpeed }: Percept): MetersPerSecond =>
  Math.max(length(velocity), Math.abs(forwardSpeed));

/** Its direction of travel: of the reference velocity; without one, where it rolls or faces. */
export function travelDirection({ velocity, pose, forwardSpeed }: Percept): Radians {
  if (length(velocity) > REST_SPEED) return angleOf(velocity);
  return forwardSpeed < -REST_SPEED ? wrapAngle(pose.heading + Math.PI) : pose.heading;
}

/** How far it must look ahead, and for how long. */
interface BrakingHorizon {
  readonly reach: Meters;
  readonly during: Seconds;
}

/**
 * L = v (sight age + dt + latency + lag + τ + extra) + v²/2a, τ = m/k, a the deceleration that wheels and force clamp
 * allow together; at least the body's radius, so that a body at rest does not start towards an obstacle right before
 * it.
 */
export function brakingHorizon(percept: Percept, extra: Seconds): BrakingHorizon {
  const { body, sightAge, dt } = percept;
  const speed = speedOf(percept);
  const braking = speed / plannedDeceleration(body);
  const answer = sightAge + dt + body.reaction + body.mass / body.steeringGain + extra;
  return { reach: Math.max(body.radius, speed * (answer + braking / 2)), during: braking };
}

/**
 * All directions that a body takes while it turns from its heading through the given ones: at most 90° to each side.
 */
export function sweptSector(heading: Radians, ...directions: readonly Radians[]): Sector {
  let [low, high] = [0, 0];
  for (const direction of directions) {
    const off = clamp(wrapAngle(direction - heading), -Math.PI / 2, Math.PI / 2);
    low = Math.min(low, off);
    high = Math.max(high, off);
  }
  return { low: heading + low, high: heading + high };
}

/** The free distance in a sector, up to the first obstacle. */
export const freeDistance = (
  pose: Vec2,
  facing: Sector,
  obstacles: readonly Obstacle[],
  clearance: Meters,
): Meters =>
  obstacles.reduce(
    (least, obstacle) => Math.min(least, freeDistanceWithin(pose, facing, obstacle, clearance)),
    Number.POSITIVE_INFINITY,
  );

/** The speed from which it can stop within the distance left; at least `least`. */
export function stoppableSpeed(way: Meters, { body, dt }: Percept, least: MetersPerSecond): SpeedLimit {
  if (way === Number.POSITIVE_INFINITY) return { speed: way, slope: 0 };
  const limit = brakingSpeed(way, plannedDeceleration(body), 2 * actionDelay(dt));
  return limit.speed > least ? limit : { speed: least, slope: 0 };
}

/** Distance of the point to arc to when the way soon ends: the slower, the tighter. */
export const tightTurn = (way: Meters, { forwardSpeed }: Percept): Meters =>
  Math.max(MIN_ARC, way, 0.5 * Math.abs(forwardSpeed) - 4 * MIN_ARC);

/**
 * Whether only an immediate full stop, harder than the force clamp allows, still prevents contact.
 *
 * A body that turns slows its wheels in proportion: the faster wheel, v + |ω|b/2, takes longest, t, and the body turns
 * by ωt/2 in that time.
 */
export function mustStop(
  percept: Percept,
  obstacles: readonly Obstacle[],
  turnRate: RadiansPerSecond,
  clearance: Meters,
): boolean {
  const { pose, body, dt, forwardSpeed } = percept;
  if (Math.abs(forwardSpeed) <= CREEP_SPEED) return false;
  const rim = Math.abs(forwardSpeed) + (Math.abs(turnRate) * body.track) / 2;
  const time = rim / (BRAKING_SHARE * body.maxAcceleration);
  const heading = forwardSpeed < 0 ? pose.heading + Math.PI : pose.heading;
  const swing = clamp((turnRate * time) / 2, -Math.PI / 2, Math.PI / 2);
  const way = freeDistance(pose, sweptSector(heading, heading + swing), obstacles, clearance);
  return Math.abs(forwardSpeed) * (time / 2 + actionDelay(dt)) > way;
}

/**
 * The desired velocity with its sideways part cut to what the force clamp leaves after braking.
 *
 * Otherwise braking and turning would share the clamped force, and the body would come too near.
 */
export function brakingFirst(percept: Percept, desired: Vec2, limit: SpeedLimit): Vec2 {
  const { velocity, body, dt } = percept;
  const speed = length(velocity);
  if (speed <= limit.speed) return desired;
  const tau = body.mass / body.steeringGain;
  const strongest = body.maxForce / body.mass;
  const due = Math.min(MAX_DUE_SHARE * strongest, limit.slope * speed + (speed - limit.speed) / tau);
  // Acceleration per velocity error over a tick, as steering integrates it [1/s].
  const answer = -Math.expm1(-dt / tau) / dt;
  const ahead = unit(velocity);
  const error = sub(desired, velocity);
  const back = Math.min(dot(ahead, error) * answer, -due);
  const room = Math.sqrt(strongest * strongest - due * due);
  const side = clamp(cross(ahead, error) * answer, -room, room);
  const change = add(scale(ahead, back), scale({ x: -ahead.y, y: ahead.x }, side));
  return add(velocity, scale(change, 1 / answer));
}
