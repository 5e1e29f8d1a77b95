/** How fast a body may drive among others that follow the same rule, so that no two of them touch. */
import {
  add,
  angleOf,
  clamp,
  length,
  scale,
  sub,
  truncate,
  type Vec2,
  wrapAngle,
} from '../../math/geometry.js';
import { BRAKING_SHARE, brakingSpeed, stoppingWay } from '../../math/stopping.js';
import type {
  Meters,
  MetersPerSecond,
  MetersPerSecondSquared,
  Radians,
  RadiansPerSecond,
  Seconds,
} from '../../math/units.js';
import type { Neighbor } from '../../signals/signals.js';
import { gapTo, nearestPoint } from '../avoidance/obstacles.js';
import type { Percept } from '../behavior.js';
import { settlingTime } from '../braking.js';
import { awayFrom } from '../neighbors.js';
import { goesFirst } from './rightOfWay.js';

/**
 * Worst case of how much a braking body approaches a line, as a share of v²/2a. It brakes at a and turns with the same
 * acceleration sideways: 0.8 cos β + 0.4 sin β, or cos β if straight is worse; at least 0.
 *
 * v(t) = v − at, θ(t) = −ln(1 − at/v): ∫ v cos(β − θ) dt = v²/a · (2 cos β + sin β)/5.
 *
 * @param bearing β from the body's heading to the line's normal, of either sign
 */
export const worstApproach = (bearing: Radians): number =>
  Math.max(0, Math.cos(bearing), 0.8 * Math.cos(bearing) + 0.4 * Math.abs(Math.sin(bearing)));

/** The least share of v²/2a that a body going away still covers while it brakes and turns. */
const leastRetreat = (bearing: Radians): number =>
  Math.max(0, 0.8 * Math.cos(bearing) - 0.4 * Math.abs(Math.sin(bearing)));

/** The least angle between the direction to the neighbor and any direction from `heading` to `going`. */
function nearestBearing(heading: Radians, going: Radians, to: Radians): Radians {
  const sweep = wrapAngle(going - heading);
  const off = wrapAngle(to - heading);
  const inside = sweep >= 0 ? off >= 0 && off <= sweep : off <= 0 && off >= sweep;
  return inside ? 0 : Math.min(Math.abs(off), Math.abs(wrapAngle(to - going)));
}

/**
 * The forward speed from which the body stops on its own side of the middle between itself and a neighbor, however it
 * turns: v²/2a + v·T ≤ room / approach, with room = half the gap.
 *
 * If both do so they do not touch. An approaching neighbor that cannot stop in its half leaves less room; a neighbor
 * that drives away leaves more, by its stopping distance. The body's place is `percept.pose`, so latency and lag are
 * included.
 *
 * @param going direction that it steers to: the heading sweeps all directions up to it
 * @param keep gap left when both stand
 * @param a deceleration (`decelerationInTurn`)
 */
export function speedBeside(
  percept: Percept,
  neighbor: Neighbor,
  going: Radians,
  keep: Meters,
  a: MetersPerSecondSquared = decelerationInTurn(percept, 0),
): MetersPerSecond {
  const { pose, body, dt } = percept;
  const away = awayFrom(percept, neighbor);
  const to = angleOf({ x: -away.x, y: -away.y });
  const gap = length(sub(neighbor.position, pose)) - body.radius - neighbor.radius;
  const age = Math.max(0, percept.at - neighbor.at);
  const room = (left: Meters) => Math.max(0, roomOf(left, neighbor, { to, a, age }));
  const bearing = nearestBearing(pose.heading, going, to);
  const left = goesFirst({ id: percept.id, position: pose, heading: pose.heading }, neighbor)
    ? FIRST_KEEP_SHARE * keep
    : keep;
  const straight = Math.cos(bearing);
  const turning = worstApproach(bearing);
  const speedIn = (way: Meters) => brakingSpeed(way, a, settlingTime(dt)).speed;
  return Math.min(
    straight > 1e-9 ? speedIn(room(gap - left) / straight) : Number.POSITIVE_INFINITY,
    turning > 1e-9
      ? Math.max(straight <= 0 ? LEAVE_SPEED : 0, speedIn(room(gap) / turning))
      : Number.POSITIVE_INFINITY,
  );
}

/**
 * The robot that goes first keeps this share of the gap, so that one of two robots in each other's way can drive on.
 */
const FIRST_KEEP_SHARE = 0.4;

/** Speed at which a body that touches another may leave along its side. */
const LEAVE_SPEED: MetersPerSecond = 0.03;

/**
 * The way in which the body must stop. Beside one that stands it is half the gap: then both stop before they touch.
 *
 * Behind one that drives straight away, within 25°, it is more. If both brake now, the other goes on for at least w = 0.9·0.8·v_j²/2a, stands
 * after v_j/a, and may come back while this body still brakes, for (v − v_j)/a: v²/2a + (v − v_j)²/2a ≤ gap + w. With
 * equal a this holds on while both brake: its left side less the right one changes by −0.2 v_j. With v_j = 0 it is half
 * the gap. What the other said is `age` old: it may have braked since, so a·age is taken from v_j.
 *
 * Before one that comes, its own way to stop is left to it.
 *
 * @param to direction from the body to the neighbor
 */
function roomOf(
  gap: Meters,
  { velocity }: Neighbor,
  { to, a, age }: { readonly to: Radians; readonly a: MetersPerSecondSquared; readonly age: Seconds },
): Meters {
  const speed = length(velocity);
  if (speed === 0) return gap / 2;
  const stops = stoppingWay(speed, a);
  const bearing = wrapAngle(angleOf(velocity) - to);
  const retreats = leastRetreat(bearing);
  const left = BRAKING_SHARE * stops * retreats;
  if (Math.cos(bearing) > AWAY) return roomBehind(gap + left, Math.max(0, speed - a * age), a);
  if (retreats > 0) return gap / 2 + left;
  return Math.min(gap / 2, gap - stops * Math.max(0, -Math.cos(bearing)));
}

/** cos 25°. One that goes aside uses its half of the gap. */
const AWAY = 0.9;

/** v²/2a of the highest v with v²/2a + max(0, v − u)²/2a ≤ room. */
function roomBehind(room: Meters, u: MetersPerSecond, a: MetersPerSecondSquared): Meters {
  const square = 2 * a * room;
  if (square <= u * u) return room;
  const v = (u + Math.sqrt(2 * square - u * u)) / 2;
  return (v * v) / (2 * a);
}

/** Least share of its deceleration that a body is assumed to have, however tightly it turns. */
const MIN_BRAKING_SHARE = 0.3;

/**
 * Deceleration of a body in a turn [m/s²]: both wheels slow in proportion and the outer one by at most a, so that the
 * middle slows by a·v/(v + |ω|·track/2).
 */
export function decelerationInTurn(
  { body, forwardSpeed }: Percept,
  turning: RadiansPerSecond,
): MetersPerSecondSquared {
  const speed = Math.abs(forwardSpeed);
  const outer = speed + (Math.abs(turning) * body.track) / 2;
  const share = outer > 0 ? Math.max(MIN_BRAKING_SHARE, speed / outer) : 1;
  return BRAKING_SHARE * body.maxAcceleration * share;
}

/** The speed from which it stops in its half of every gap, however it turns to `going`. */
export function speedAmong(
  percept: Percept,
  near: readonly Neighbor[],
  keep: Meters,
  going: Radians = steeringDirection(percept),
  turning: RadiansPerSecond = 0,
): MetersPerSecond {
  let allowed = Number.POSITIVE_INFINITY;
  const a = decelerationInTurn(percept, turning);
  for (const neighbor of near) allowed = Math.min(allowed, speedBeside(percept, neighbor, going, keep, a));
  return allowed;
}

/** So much is left to walls [m]. */
const WALL_ROOM: Meters = 0.003;

/**
 * The speed from which the body stops before every wall near it while it turns to a velocity: v²/2a + v·T ≤ gap / approach.
 *
 * @param approachOf how much a braking body approaches a wall at this bearing
 */
export function speedBesideWalls(
  percept: Percept,
  wanted: Vec2,
  approachOf: (bearing: Radians) => number = worstApproach,
): MetersPerSecond {
  const { pose, body, dt, obstacles } = percept;
  const going = isMoving(wanted) ? angleOf(wanted) : steeringDirection(percept);
  // Farther walls allow full speed, however it turns.
  const reach = (2 * body.maxSpeed ** 2) / body.maxAcceleration;
  let allowed = Number.POSITIVE_INFINITY;
  for (const obstacle of obstacles) {
    const gap = gapTo(pose, obstacle) - body.radius;
    if (gap > reach) continue;
    const to = angleOf(sub(nearestPoint(pose, obstacle), pose));
    const approach = approachOf(nearestBearing(pose.heading, going, to));
    if (approach < 1e-9) continue;
    const way = Math.max(0, gap - WALL_ROOM) / approach;
    allowed = Math.min(allowed, brakingSpeed(way, decelerationInTurn(percept, 0), settlingTime(dt)).speed);
  }
  return allowed;
}

/** The scaled reference velocity is at least this, so that it keeps its direction. */
const MIN_REFERENCE_SPEED: MetersPerSecond = 1e-4;

/**
 * The scale that brings the reference velocity down to an allowed speed, whatever force this tick asks for. The
 * possible speed-up in a tick is the lower of what the force clamp and the gain allow when full speed is desired.
 */
export function scaleToSpeed(allowed: MetersPerSecond, { velocity, body, dt }: Percept): number {
  if (allowed >= body.maxSpeed) return 1;
  const answers = -Math.expm1((-dt * body.steeringGain) / body.mass);
  const faster = Math.min((body.maxForce / body.mass) * dt, 2 * body.maxSpeed * answers);
  const reached = Math.min(body.maxSpeed, length(velocity) + faster);
  return clamp(Math.max(allowed, MIN_REFERENCE_SPEED) / reached, 0, 1);
}

/**
 * The same for the one behavior that decides, with a force towards this desired velocity: the speed that it reaches in this
 * tick is then known, |v + (v_d − v)(1 − e^(−dt·k/m))|, with the change truncated to what the force clamp allows.
 */
export function scaleOfDesired(allowed: MetersPerSecond, desired: Vec2, percept: Percept): number {
  const { velocity, body, dt } = percept;
  const answers = -Math.expm1((-dt * body.steeringGain) / body.mass);
  const change = truncate(scale(sub(desired, velocity), answers), (body.maxForce / body.mass) * dt);
  const reached = Math.min(body.maxSpeed, length(add(velocity, change)));
  return reached > 0 ? clamp(Math.max(allowed, MIN_REFERENCE_SPEED) / reached, 0, 1) : 1;
}

/** Where the body steers: along its reference velocity, or ahead while it stands. */
export const steeringDirection = ({ velocity, pose }: Percept): Radians =>
  isMoving(velocity) ? angleOf(velocity) : pose.heading;

const isMoving = (v: Vec2): boolean => length(v) > 1e-6;
