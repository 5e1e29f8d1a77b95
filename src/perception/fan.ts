/** The rays of one reading of a range sensor in the world: where each ended, and what it saw past. */
import { norm, type Pose, type Vec2, wrapAngle } from '../math/geometry.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import type { Beam, Ranger } from '../robot/ranger.js';
import type { RangeReading } from '../signals/signals.js';
import { CELL } from './hitMap.js';
import { between, mountOf, type PoseAt } from './mount.js';

/** The rays of one reading in the world. */
export interface Fan {
  readonly beam: Beam;
  readonly at: Seconds;
  readonly distances: RangeReading['distances'];
  /** The sensor at its first ray, and at its last. */
  readonly first: Pose;
  readonly last: Pose;
  /** Angle between two rays. */
  readonly step: Radians;
}

/** Each ray stands where the robot was at that ray's own time. */
export function fanOf(ranger: Ranger, { at, distances }: RangeReading, poseAt: PoseAt): Fan {
  const { beam } = ranger;
  const last = mountOf(ranger, poseAt(at));
  const first = beam.sweep ? mountOf(ranger, poseAt(at - beam.sweep)) : last;
  return { beam, at, distances, first, last, step: stepOf(beam) };
}

/** The angle between two rays. */
export function stepOf({ rays }: Beam): Radians {
  const [right = 0] = rays;
  return ((rays.at(-1) ?? right) - right) / Math.max(1, rays.length - 1);
}

/** The place at a distance along a ray. */
export function placeOn({ beam, first, last }: Fan, i: number, far: Meters): Vec2 {
  const mount = between(first, last, i / Math.max(1, beam.rays.length - 1));
  const direction = mount.heading + (beam.rays[i] as Radians);
  return { x: mount.x + far * Math.cos(direction), y: mount.y + far * Math.sin(direction) };
}

/** What counts as seeing past a place. */
export interface SeesPast {
  /** The ray goes on this far behind it. */
  readonly past: Meters;
  /** A single ray is no farther beside it. */
  readonly beside: Meters;
}

/** Whether a reading saw past a place: the two rays at its sides, or the one through it. */
export function seesPast(fan: Fan, x: Meters, y: Meters, { past, beside }: SeesPast): boolean {
  const { beam, first, last, step } = fan;
  const end = beam.rays.length - 1;
  const [right = 0] = beam.rays;
  let mount = first === last ? last : between(first, last, 0.5);
  let place = (bearingOf(mount, x, y) - right) / (step || 1);
  if (first !== last) {
    mount = between(first, last, Math.min(1, Math.max(0, place / end)));
    place = (bearingOf(mount, x, y) - right) / step;
  }
  const away = norm(x - mount.x, y - mount.y);
  if (away < beam.nearest || away > beam.farthest) return false;
  const least = away + past;
  if (end > 0 && place >= 0 && place <= end && step * away <= CELL)
    return isPast(fan, Math.floor(place), least) && isPast(fan, Math.ceil(place), least);
  const nearest = Math.min(end, Math.max(0, Math.round(place)));
  const off = (place - nearest) * (step || 1);
  return (
    Math.abs(off) < Math.PI / 2 && Math.abs(Math.sin(off)) * away <= beside && isPast(fan, nearest, least)
  );
}

const bearingOf = (mount: Pose, x: Meters, y: Meters): Radians =>
  wrapAngle(Math.atan2(y - mount.y, x - mount.x) - mount.heading);

/** No echo at all counts as seen past; an invalid distance says nothing. */
function isPast({ distances }: Fan, i: number, least: Meters): boolean {
  const far = distances[i];
  return far === null || (far !== undefined && far > least);
}

/** Error of a distance near the nearest one, which is shown for all that is nearer. */
export const RANGE_ERROR: Meters = 0.01;
/** An infrared sensor: what is nearer than it can measure shows as farther. */
export const isBlindNear = (beam: Beam): boolean => beam.nearest > 0 && beam.rays.length === 1;

/** Whether a distance may be that of something nearer than what the sensor measures. */
export const hidesNear = (beam: Beam, far: Meters | null | undefined): boolean =>
  isBlindNear(beam) && typeof far === 'number' && far <= beam.nearest + RANGE_ERROR;

/** A sonar's noise, and the inch or the count in which it measures, as a share of its nearest distance. */
const NEAREST_SHARE = 1 / 3;

/**
 * Whether the echo of a sonar to the front or back may come from anywhere nearer: it reports what is nearer than it can measure
 * at its nearest distance.
 */
export const isTooNear = ({ hides, beam }: Ranger, far: Meters | null | undefined): boolean =>
  hides !== undefined && !beam.each && typeof far === 'number' && far <= (1 + NEAREST_SHARE) * beam.nearest;
