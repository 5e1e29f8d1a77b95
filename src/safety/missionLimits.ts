/** Limits of time, distance and area: a robot that reaches one brakes and stops. */
import { distance, nearestOnSegment, type Pose, rotate, sub, toWorld, type Vec2 } from '../math/geometry.js';
import { reaches } from '../math/time.js';
import type { Meters, MetersPerSecond, MetersPerSecondSquared, Seconds } from '../math/units.js';
import type { Fence, RobotDefinition } from '../robot/robot.js';
import type { Estimate } from '../signals/signals.js';
import type { Found } from './supervisor.js';

export type MissionLimits = Pick<RobotDefinition['limits'], 'time' | 'distance' | 'fence' | 'blocked'>;

/** The trip so far. */
export interface Trip {
  /** Where it started; fences are in its frame. */
  readonly start: Pose;
  /** Time with power, and distance driven by its own estimate. */
  readonly time: Seconds;
  readonly way: Meters;
  readonly last: Vec2;
}

export const startTrip = (start: Pose): Trip => ({ start, time: 0, way: 0, last: start });

/** The trip after a tick with power for `dt`. */
export const extendTrip = (trip: Trip, dt: Seconds, pose: Vec2): Trip => ({
  start: trip.start,
  time: trip.time + dt,
  way: trip.way + distance(trip.last, pose),
  last: { x: pose.x, y: pose.y },
});

/** Where a robot would come to rest if it braked now. */
export interface StoppingPlace {
  readonly at: Vec2;
  /** How far from there it may truly be. */
  readonly doubt: Meters;
}

/** Of a place that is known so well, it is that far off in one of twenty cases, or less. */
const DOUBT_SIGMAS = 2;

/** v²/2a ahead of where the commands under way bring it, within 2σ, σ² = P_xx + P_yy. */
export function stopFrom(
  { predicted, covariance }: Pick<Estimate, 'predicted' | 'covariance'>,
  speed: MetersPerSecond,
  acceleration: MetersPerSecondSquared,
): StoppingPlace {
  const way = (speed * Math.abs(speed)) / (2 * acceleration);
  return {
    at: toWorld(predicted, { x: way, y: 0 }),
    doubt: DOUBT_SIGMAS * Math.sqrt(covariance.xx + covariance.yy),
  };
}

/** The limit that is reached, if any: of a fence, if it might come to rest outside. */
export function limitMet(limits: MissionLimits, trip: Trip, stop: () => StoppingPlace): Found | undefined {
  const { time = Number.POSITIVE_INFINITY, distance: way = Number.POSITIVE_INFINITY, fence } = limits;
  if (reaches(trip.time, time)) return { kind: 'timeLimit', what: `the time limit of ${time} s is reached` };
  if (trip.way >= way) return { kind: 'distanceLimit', what: `the distance limit of ${way} m is reached` };
  if (!fence) return undefined;
  const { at, doubt } = stop();
  const place = rotate(sub(at, trip.start), -trip.start.heading);
  if (isInside(fence, place) && toBorder(fence, place) >= doubt) return undefined;
  return { kind: 'fence', what: 'the fence is reached' };
}

/** Whether a point in the frame of the start is inside; the border counts as inside. */
export function isInside(fence: Fence, p: Vec2): boolean {
  if ('radius' in fence) return distance(p, fence.at) <= fence.radius;
  let inside = false;
  const sides = sidesOf(fence);
  for (const [a, b] of sides)
    if (a.y > p.y !== b.y > p.y && p.x < a.x + ((p.y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  return inside || sides.some(([a, b]) => toSide(p, a, b) < 1e-9);
}

/** From a point inside. */
const toBorder = (fence: Fence, p: Vec2): Meters =>
  'radius' in fence
    ? fence.radius - distance(p, fence.at)
    : Math.min(...sidesOf(fence).map(([a, b]) => toSide(p, a, b)));

const sidesOf = ({ corners }: Extract<Fence, { readonly corners: unknown }>) =>
  corners.map((a, i) => [a, corners[(i + 1) % corners.length] as Vec2] as const);

function toSide(p: Vec2, a: Vec2, b: Vec2): Meters {
  const share = nearestOnSegment(p, a, b);
  return distance(p, { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
}
