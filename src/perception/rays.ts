/** Rays: a lidar's fan, or the single ray of an infrared sensor. Each marks what it hits, and frees what it sees past. */
import { norm, type Pose, type Vec2, wrapAngle } from '../math/geometry.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import type { Beam, Ranger } from '../robot/ranger.js';
import type { Hits } from '../signals/hits.js';
import type { RangeReading } from '../signals/signals.js';
import { CELL } from './hitMap.js';
import { between, mountOf, type PoseAt } from './mount.js';
import type { Glance, Sight } from './seen.js';

/** What counts as seeing past a place. */
export interface SeesPast {
  /** The ray goes on this far behind it. */
  readonly past: Meters;
  /** A single ray is no farther beside it. */
  readonly beside: Meters;
}

/** What erases a hit. What a single ray just misses is still in the body's way. */
const ERASES: SeesPast = { past: 0.15, beside: 0.005 };

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

/**
 * The map after a fan of rays.
 *
 * A remembered hit is gone if the two rays at its sides both see past it, where they are no more than a cell apart; or
 * if one ray goes straight through it; or if a robot heard of is there. So only things narrower than a cell can be missed, and nothing is forgotten
 * between two rays of a coarse lidar.
 */
export function seeRays({ hits, poseAt, isRobot }: Sight, { ranger, reading }: Glance): readonly Vec2[] {
  const fan = fanOf(ranger, reading, poseAt);
  if (isBehindRobot(fan, isRobot)) return [];
  const hides = isBehindHit(fan, hits.current);
  const { beam, distances } = fan;
  hits.free(fan.last, beam.farthest, (x, y) => isRobot(x, y) || (!hides && seesPast(fan, x, y, ERASES)));
  const [places, robots]: [Vec2[], Vec2[]] = [[], []];
  for (let i = 0; i < beam.rays.length; i++) {
    const far = distances[i];
    if (typeof far !== 'number' || !(far >= 0 && far <= beam.farthest)) continue;
    // Shown for all that is nearer: what hides there keeps its place.
    if (hides && far <= beam.nearest + RANGE_ERROR) continue;
    const place = placeOn(fan, i, far);
    (isRobot(place.x, place.y) ? robots : places).push(place);
  }
  hits.mark(places, reading.at, 1);
  return robots;
}

/** The place at a distance along a ray. */
export function placeOn({ beam, first, last }: Fan, i: number, far: Meters): Vec2 {
  const mount = between(first, last, i / Math.max(1, beam.rays.length - 1));
  const direction = mount.heading + (beam.rays[i] as Radians);
  return { x: mount.x + far * Math.cos(direction), y: mount.y + far * Math.sin(direction) };
}

/** Half the width of a single ray, and steps along it. */
const IN_RAY: Meters = 0.02;
/** Error of a distance near the nearest one, which is shown for all that is nearer. */
const RANGE_ERROR: Meters = 0.01;
/** A thing so near counts this long, if its sensor cannot see it again. */
const HIDDEN_TIME: Seconds = 5;

const isBlindNear = (beam: Beam): boolean => beam.nearest > 0 && beam.rays.length === 1;

/** Whether a distance may be that of something nearer than what the sensor measures. */
export const hidesNear = (beam: Beam, far: Meters | null | undefined): boolean =>
  isBlindNear(beam) && typeof far === 'number' && far <= beam.nearest + RANGE_ERROR;

/** Whether a robot heard of is nearer than the sensor can measure: an infrared sensor then shows a wrong distance. */
function isBehindRobot(fan: Fan, isRobot: Sight['isRobot']): boolean {
  const { beam, last } = fan;
  if (!isBlindNear(beam)) return false;
  const ahead = { x: Math.cos(last.heading), y: Math.sin(last.heading) };
  for (let along = 0; along < beam.nearest; along += IN_RAY)
    if (isRobot(last.x + along * ahead.x, last.y + along * ahead.y)) return true;
  return false;
}

/** Whether a known thing is so near: a farther echo may be wrong, so it is marked, but the thing is not gone. */
function isBehindHit(fan: Fan, hits: Hits): boolean {
  const { beam, at, last } = fan;
  if (!isBlindNear(beam)) return false;
  const ahead = { x: Math.cos(last.heading), y: Math.sin(last.heading) };
  return hits.x.some((x, i) => {
    const dx = x - last.x;
    const dy = (hits.y[i] as Meters) - last.y;
    const along = dx * ahead.x + dy * ahead.y;
    const aside = Math.abs(ahead.x * dy - ahead.y * dx);
    return (
      at - (hits.at[i] as Seconds) < HIDDEN_TIME &&
      along > 0 &&
      along < beam.nearest + RANGE_ERROR &&
      aside < IN_RAY
    );
  });
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
