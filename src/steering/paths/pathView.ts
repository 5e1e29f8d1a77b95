/** Where a body is along its path, and where it is about to be. */
import { add, clamp, distance, length, scale, type Vec2 } from '../../math/geometry.js';
import type { Meters, Seconds } from '../../math/units.js';
import type { Percept } from '../behavior.js';
import { holdBand } from '../braking.js';
import { SPACING } from './curve.js';
import type { Path, Projection } from './path.js';
import type { Reference } from './reference.js';

/** The parameters of a path follower that its view depends on. */
export interface ViewParameters {
  readonly radius: Meters;
  readonly predict?: Seconds | undefined;
  readonly within: Meters;
  readonly loop: boolean;
}

export interface PathView {
  readonly reach: Meters;
  readonly here: Projection;
  readonly future: Vec2;
  readonly ahead: Projection;
  readonly reference: Reference;
  /** Its place on the reference. */
  readonly place: number;
  /** So far off that it first returns to the path; or on its way to the path's beginning. */
  readonly lost: boolean;
  /** Whether it has been at the path's beginning. */
  readonly begun: boolean;
  /** How far it may stray: towards the end the band narrows, so that the body does not pass beside the end. */
  readonly band: Meters;
  /** Whether the prediction advances along the path by less than half of its own length. */
  readonly stalls: boolean;
  /** Distance to the end, along the path and straight; Infinity along a loop. */
  readonly left: Meters;
  readonly toEnd: Meters;
  readonly nearEnd: boolean;
  /** The hold band; shorter on a short path, so that enough of it is driven. */
  readonly hold: Meters;
}

/** Nearer than this to its first point a path has begun [tracks]. */
const BEGUN_TRACKS = 0.25;
/** A body that is off its path, and comes back to it within so much of the way, is there; of a lap at most a quarter. */
const CARRIED: Meters = 1;
/** Of a path so much, or so many metres, are its end: of one of a centimetre a share would be less than a wheel can hold. */
const END_SHARE = 0.05;
const LAST_WAY: Meters = 0.0045;
/** A short path has a shorter hold band. */
const HOLD_SHARE = 0.25;
/** How far ahead in time it looks, unless it is told. */
const PREDICT: Seconds = 0.25;
/** A body this many tracks aside of its path, and beyond its band, is lost; one that lies ahead is so earlier. */
const LOST_TRACKS = 1.5;

/** A path, its reference, and how far along it the body was. */
export interface Followed {
  readonly path: Path;
  readonly reference: Reference;
  readonly progress: Meters;
  /** Where the body was to come back to the path: so far ahead it is found again. */
  readonly next: Meters;
}

/** Computes where the body is along the path, and where it is about to be. */
export function viewPath(percept: Percept, followed: Followed, parameters: ViewParameters): PathView {
  const { pose, velocity, body } = percept;
  const { path, reference } = followed;
  const { predict = PREDICT, radius, loop, within } = parameters;
  const stride = length(velocity) * predict;
  const reach = Math.max(body.track / 2, stride);
  const { here, place, lost, begun } = locate(percept, followed, reach, parameters);
  const future = add(pose, scale(velocity, predict));
  const ahead = path.project(future, here.progress, here.progress + 2 * reach);
  const left = loop ? Number.POSITIVE_INFINITY : path.length - here.progress;
  return {
    reach,
    here,
    future,
    ahead,
    reference,
    place,
    lost,
    begun,
    band: Math.min(radius, left / 4),
    stalls: ahead.progress - here.progress <= stride / 2,
    left,
    toEnd: distance(pose, path.at(path.length)),
    nearEnd: left < Math.max(END_SHARE * path.length, LAST_WAY),
    hold: Math.min(holdBand(within), HOLD_SHARE * path.length),
  };
}

/**
 * The body's place: on the reference by position and heading, or, as in Reynolds' article, the nearest point of the
 * path.
 */
function locate(
  { pose, body, forwardSpeed, dt }: Percept,
  { path, reference, progress, next }: Followed,
  reach: Meters,
  { predict, radius }: ViewParameters,
): Pick<PathView, 'here' | 'place' | 'lost' | 'begun'> {
  // At a low rate it would pass the beginning between two ticks.
  const nearBeginning = Math.max(BEGUN_TRACKS * body.track, radius, Math.abs(forwardSpeed) * dt);
  // Its beginning, or where it is free.
  const begun = progress > 0 || [0, next].some((at) => distance(pose, path.at(at)) <= nearBeginning);
  if (!begun) return { here: hereOn(path, pose, 0), place: reference.placeAt(0), lost: true, begun };
  const farthest = progress + 2 * reach;
  const projected = predict === undefined ? undefined : path.project(pose, progress, farthest).progress;
  const place =
    projected === undefined ? reference.locate(pose, progress, farthest) : reference.placeAt(projected);
  const nearest = projected ?? clamp(reference.alongAt(place), progress, farthest);
  // Far off the path, progress stops even if the nearest point moves on: the body returns to where it left the path, or to
  // the piece that comes next, where it has gone round something or was carried.
  const isBeyond = nearest > farthest - SPACING;
  const mostOff = radius + Math.max(reach, isBeyond || predict !== undefined ? 0 : LOST_TRACKS * body.track);
  const lost = distance(pose, path.at(nearest)) > mostOff;
  if (!lost) return { here: hereOn(path, pose, nearest), place, lost, begun };
  const carried = Math.min(CARRIED, path.closed ? path.length / 4 : CARRIED);
  const again = path.project(pose, progress, Math.max(next, progress + carried) + reach);
  const { x, y } = path.directionAt(again.progress);
  const goesAlong = x * Math.cos(pose.heading) + y * Math.sin(pose.heading) > 0;
  const isBack = again.distance < Math.max(radius, reach) && (goesAlong || again.progress >= next);
  return { here: isBack ? again : hereOn(path, pose, progress), place, lost, begun };
}

function hereOn(path: Path, pose: Vec2, progress: Meters): Projection {
  const point = path.at(progress);
  return { progress, point, distance: distance(pose, point) };
}
