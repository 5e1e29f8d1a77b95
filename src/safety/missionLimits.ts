/** Limits of time, distance and area: a robot that reaches one brakes and stops. */
import { distance, nearestOnSegment, type Pose, rotate, sub, type Vec2 } from '../math/geometry.js';
import { reaches } from '../math/time.js';
import type { Meters, Seconds } from '../math/units.js';
import type { Fence, RobotDefinition } from '../robot/robot.js';
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

/** The limit that is reached, if any. @param ahead place after the commands under way have taken effect */
export function limitMet(limits: MissionLimits, trip: Trip, ahead: Vec2): Found | undefined {
  const { time = Number.POSITIVE_INFINITY, distance: way = Number.POSITIVE_INFINITY, fence } = limits;
  if (reaches(trip.time, time)) return { kind: 'timeLimit', what: `the time limit of ${time} s is reached` };
  if (trip.way >= way) return { kind: 'distanceLimit', what: `the distance limit of ${way} m is reached` };
  if (!fence || isInside(fence, rotate(sub(ahead, trip.start), -trip.start.heading))) return undefined;
  return { kind: 'fence', what: 'the fence is reached' };
}

/** Whether a point in the frame of the start is inside; the border counts as inside. */
export function isInside(fence: Fence, p: Vec2): boolean {
  if ('radius' in fence) return distance(p, fence.at) <= fence.radius;
  let inside = false;
  fence.corners.forEach((a, i) => {
    const b = fence.corners[(i + 1) % fence.corners.length] as Vec2;
    if (a.y > p.y !== b.y > p.y && p.x < a.x + ((p.y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  });
  return (
    inside || fence.corners.some((a, i) => isOn(p, a, fence.corners[(i + 1) % fence.corners.length] as Vec2))
  );
}

function isOn(p: Vec2, a: Vec2, b: Vec2): boolean {
  const share = nearestOnSegment(p, a, b);
  return distance(p, { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) }) < 1e-9;
}
