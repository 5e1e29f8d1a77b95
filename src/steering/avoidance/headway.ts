/** How fast a body may go towards solid things that it must stop before, and how it turns beside that braking. */
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
import type { Meters, MetersPerSecond, Radians, RadiansPerSecond, Seconds } from '../../math/units.js';
import type { Obstacle } from '../../signals/signals.js';
import type { Percept } from '../behavior.js';
import { brakingSpeed, plannedDeceleration, type SpeedLimit, settlingTime } from '../braking.js';
import { freeDistanceWithin, type Sector } from './obstacles.js';

/** As slow as this it may turn where it has no room to go [m/s], and in so small an arc [m]. */
export const CREEP_SPEED: MetersPerSecond = 0.03;
const MIN_ARC: Meters = 0.005;

/** What passes before a wish works: a period, or what may remain of the lag. Planned for twice, so that stopping once is enough. */
const actionDelay = (dt: Seconds): Seconds => settlingTime(dt) / 1.5;

/** Of what the wheels can do: so much is reckoned with when they must stop. */
const MAX_BRAKING_SHARE = 0.9;
/** However much braking is due, some of the force turns the body away. */
const MAX_DUE_SHARE = 0.95;

/** Where the body faced the last time and how fast it turned. */
export interface TurnMemory {
  readonly at: Seconds;
  readonly heading: Radians;
  readonly rate: RadiansPerSecond;
}

/** Of the turn rate: longer than a tick's flutter, shorter than any turn [s]. */
const TURN_RATE_SMOOTHING: Seconds = 0.05;

/** 0 where the last time was not the tick before. */
export function turnRateSince(before: TurnMemory | null, { at, dt, pose, body }: Percept): RadiansPerSecond {
  if (!before || at - before.at > 1.5 * dt) return 0;
  const rate = clamp(wrapAngle(pose.heading - before.heading) / dt, -body.maxTurnRate, body.maxTurnRate);
  return before.rate + (rate - before.rate) * -Math.expm1(-dt / TURN_RATE_SMOOTHING);
}

/** How fast it goes: a hard stop zeroes the reference velocity at once, and the wheels only by and by. */
export const speedOf = ({ velocity, forwardSpeed }: Percept): MetersPerSecond =>
  Math.max(length(velocity), Math.abs(forwardSpeed));

/** Which way it goes: where steering takes it; without a reference velocity where it rolls, or faces. */
export function travelDirection({ velocity, pose, forwardSpeed }: Percept): Radians {
  if (length(velocity) > STANDSTILL_SPEED) return angleOf(velocity);
  return forwardSpeed < -STANDSTILL_SPEED ? wrapAngle(pose.heading + Math.PI) : pose.heading;
}

/** A velocity as small as this has no direction [m/s]. */
const STANDSTILL_SPEED: MetersPerSecond = 1e-3;

/** How far ahead it must look, and for how long. */
interface BrakingHorizon {
  readonly reach: Meters;
  readonly during: Seconds;
}

/**
 * L = v (sight age + dt + latency + lag + τ + extra) + v²/2a, τ = m/k, a what the wheels and the force clamp allow
 * together; at least a body's radius, so that one at rest does not start towards what is right before it.
 */
export function brakingHorizon(percept: Percept, extra: Seconds): BrakingHorizon {
  const { body, sightAge, dt } = percept;
  const speed = speedOf(percept);
  const braking = speed / plannedDeceleration(body);
  const answer = sightAge + dt + body.reaction + body.mass / body.steeringGain + extra;
  return { reach: Math.max(body.radius, speed * (answer + braking / 2)), during: braking };
}

/** Every direction that a body may take while it turns from where it faces through all of these: 90° at most. */
export function sweptSector(heading: Radians, ...directions: readonly Radians[]): Sector {
  let [low, high] = [0, 0];
  for (const direction of directions) {
    const off = clamp(wrapAngle(direction - heading), -Math.PI / 2, Math.PI / 2);
    low = Math.min(low, off);
    high = Math.max(high, off);
  }
  return { low: heading + low, high: heading + high };
}

/** The way that is left in a sector, before the first of all obstacles. */
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

/** What lets it stop within the way that is left; never less than `least`. */
export function stoppableSpeed(way: Meters, { body, dt }: Percept, least: MetersPerSecond): SpeedLimit {
  if (way === Number.POSITIVE_INFINITY) return { speed: way, slope: 0 };
  const limit = brakingSpeed(way, plannedDeceleration(body), 2 * actionDelay(dt));
  return limit.speed > least ? limit : { speed: least, slope: 0 };
}

/** Where to arc to beside a way that is soon at its end: the slower, the tighter. */
export const tightTurn = (way: Meters, { forwardSpeed }: Percept): Meters =>
  Math.max(MIN_ARC, way, 0.5 * Math.abs(forwardSpeed) - 4 * MIN_ARC);

/**
 * Whether only a full stop, at once and harder than the force clamp allows, still prevents that it touches.
 *
 * A body that turns slows its wheels in proportion: the faster, v + |ω|b/2, takes the longest, and meanwhile the
 * body swings on by half of ω times that long.
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
  const time = rim / (MAX_BRAKING_SHARE * body.maxAcceleration);
  const heading = forwardSpeed < 0 ? pose.heading + Math.PI : pose.heading;
  const swing = clamp((turnRate * time) / 2, -Math.PI / 2, Math.PI / 2);
  const way = freeDistance(pose, sweptSector(heading, heading + swing), obstacles, clearance);
  return Math.abs(forwardSpeed) * (time / 2 + actionDelay(dt)) > way;
}

/**
 * The desired velocity, its sideways part cut to what the force clamp leaves beside the braking that is due.
 *
 * A body that must slow down and turn at once would share the clamped force between the two, and come too far.
 */
export function brakingFirst(percept: Percept, desired: Vec2, limit: SpeedLimit): Vec2 {
  const { velocity, body, dt } = percept;
  const speed = length(velocity);
  if (speed <= limit.speed) return desired;
  const tau = body.mass / body.steeringGain;
  const strongest = body.maxForce / body.mass;
  const due = Math.min(MAX_DUE_SHARE * strongest, limit.slope * speed + (speed - limit.speed) / tau);
  // What a tick makes of the velocity's error, as steering integrates it [1/s].
  const answer = -Math.expm1(-dt / tau) / dt;
  const ahead = unit(velocity);
  const error = sub(desired, velocity);
  const back = Math.min(dot(ahead, error) * answer, -due);
  const room = Math.sqrt(strongest * strongest - due * due);
  const side = clamp(cross(ahead, error) * answer, -room, room);
  const change = add(scale(ahead, back), scale({ x: -ahead.y, y: ahead.x }, side));
  return add(velocity, scale(change, 1 / answer));
}
