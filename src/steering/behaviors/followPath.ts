/** Follow path: keep to a path within a radius, in its direction, and stop at its end. */
import { z } from 'zod';
import {
  add,
  distance,
  dot,
  fromPolar,
  length,
  scale,
  sub,
  unit,
  type Vec2,
  ZERO,
} from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { BodyLimits } from '../../robot/limits.js';
import type { Mark } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity } from '../../validation/quantity.js';
import type { Behavior, Destination, Percept } from '../behavior.js';
import {
  brakingSpeed,
  holdBand,
  plannedDeceleration,
  type SpeedLimit,
  settlingTime,
  standsStill,
} from '../braking.js';
import { desire } from '../desire.js';
import { Path, type Projection } from '../paths/path.js';
import { type SpeedProfile, speedProfiles } from '../paths/speedProfile.js';

const pathPoint = z.tuple([quantity('m'), quantity('m')], { error: 'a point is [x, y]' });

export const followPathParameters = z.strictObject({
  /** The points in order; a file name in a mission is replaced by its points when it is loaded. */
  path: z
    .array(pathPoint, { error: 'a path is a CSV file or a list of [x, y]' })
    .min(2, { error: 'fewer than two points are found; a path needs at least two; add another' }),
  /** Half the width of the band it may stray in [m]; 0 always corrects. */
  radius: quantity('m', { min: 0 }).default(0),
  /** How far ahead in time it looks [s]. */
  predict: quantity('s', { above: 0 }).default(0.25),
  /** It has arrived when it stands still at most this far from the end [m]. */
  within: quantity('m', { above: 0 }).default(0.03),
  /** Starts over at the end of a closed path instead of stopping. */
  loop: z.boolean().default(false),
});

export interface FollowPathInput {
  readonly path: readonly (readonly [number | string, number | string])[];
  readonly radius?: number | string;
  readonly predict?: number | string;
  readonly within?: number | string;
  readonly loop?: boolean;
}

/** How far along the path it is: never less than before, and never on another branch of a crossing. */
interface PathMemory {
  readonly progress: Meters;
  /** Once outside the band it corrects until it is well inside again, so that it does not drive along the edge. */
  readonly correcting: boolean;
}

type Parameters = Omit<z.output<typeof followPathParameters>, 'path'>;

/**
 * Follows a path in its direction, stays within a band round it, and stops at its end.
 *
 * Predicts p⁺ = p + v·T and projects it on the path. If p⁺ is outside the band or makes no progress, it seeks a point
 * ahead.
 *
 * That point lies v·T further along than the body (at least half a track): seeking the nearest edge of the band would
 * make no progress. Inside the band it takes the path's direction. The speed is the path's limit before bends and the
 * end (SpeedProfile, brakingSpeed), F = k (v_d − v), and v̇_d is passed on: the fall of the limit, and the turn of the
 * line of sight û, û̇ = ((ċ − ṗ) − û(û·(ċ − ṗ)))/ℓ.
 *
 * @throws at start-up: RangeError when the path has fewer than two different points or is too long; else ZodError
 * Source: Reynolds 1999. (The future position is p + v·T; one listing prints (p + v)·T.)
 */
export function followPath(input: FollowPathInput): Behavior<PathMemory> {
  const { path: points, ...parameters } = checkedInput('followPath', followPathParameters, input);
  const path = new Path(
    points.map(([x, y]) => ({ x, y })),
    parameters.loop,
  );
  const profileFor = speedProfiles(path, parameters.loop);
  return {
    name: 'followPath',
    input,
    start: () => ({ progress: 0, correcting: false }),
    steer(percept, { progress, correcting }) {
      const view = viewPath(percept, path, progress, parameters);
      const strays = leavesBand(view, parameters.radius, correcting);
      const memory = { progress: path.wrap(view.here.progress), correcting: strays };
      const { velocity, acceleration, lookahead } = velocityAlong(percept, path, view, {
        strays,
        profileFor,
        within: parameters.within,
      });
      const arrived = view.toEnd <= parameters.within && view.nearEnd && standsStill(percept.forwardSpeed);
      const marks = construction(view, parameters);
      const goal = goalOn(path, view);
      return desire(
        percept,
        velocity,
        memory,
        lookahead === undefined
          ? { acceleration, arrived, goal, marks }
          : { lookahead, acceleration, arrived, goal, marks },
      );
    },
  };
}

/** A desired velocity [m/s], how it changes [m/s²], and the distance of the point that it leads to, if any. */
interface PathVelocity {
  readonly velocity: Vec2;
  readonly acceleration: Vec2;
  readonly lookahead?: Meters;
}

interface PathContext {
  /** Whether it is outside the band and corrects. */
  readonly strays: boolean;
  readonly profileFor: (body: BodyLimits) => SpeedProfile;
  /** It has arrived at most this far from the end [m]. */
  readonly within: Meters;
}

function velocityAlong(
  percept: Percept,
  path: Path,
  view: PathView,
  { strays, profileFor, within }: PathContext,
): PathVelocity {
  if (view.nearEnd && view.left < within / 2 && view.toEnd > 0.8 * within)
    return goToEnd(percept, path, view);
  const limit = allowedSpeed(percept, view, profileFor(percept.body), path.wrap(view.here.progress));
  return strays || view.stalls
    ? seekAhead(percept, path, view, limit)
    : keepDirection(percept, path, view, limit);
}

/**
 * Outside the band: the prediction is outside. Well inside again: body and prediction are both within a quarter of it.
 * With a radius of 0 everything is outside, even a point exactly on the path. Towards the end the band narrows, so that
 * the body does not pass beside the end.
 */
function leavesBand({ here, ahead, left }: PathView, widest: Meters, correcting: boolean): boolean {
  const radius = Math.min(widest, left / 4);
  if (radius === 0) return true;
  return correcting ? Math.max(here.distance, ahead.distance) > radius / 4 : ahead.distance > radius;
}

/** The lower of the path's limit here and the speed that still lets it stop at the end. */
function allowedSpeed(
  { dt }: Percept,
  { left, hold }: PathView,
  profile: SpeedProfile,
  progress: Meters,
): SpeedLimit {
  const bends = profile.at(progress);
  const end = brakingSpeed(Math.max(0, left - hold), profile.decelerationAt(progress), settlingTime(dt));
  // A limit that rises again must not speed the body up beforehand.
  return end.speed < bends.speed ? end : { speed: bends.speed, slope: Math.max(0, bends.slope) };
}

/** Inside the band: the path's direction, at its speed limit. */
function keepDirection(
  { velocity }: Percept,
  path: Path,
  { here }: PathView,
  limit: SpeedLimit,
): PathVelocity {
  const along = path.directionAt(here.progress);
  return { velocity: scale(along, limit.speed), acceleration: scale(along, -limit.slope * length(velocity)) };
}

/** v_d = v(s)·û; v̇_d = −v'·ṡ·û + v·û̇, where the point moves along the path as fast as the body. */
function seekAhead(percept: Percept, path: Path, { here, reach }: PathView, limit: SpeedLimit): PathVelocity {
  const carrot = path.at(here.progress + reach);
  const sight = sub(carrot, percept.pose);
  const away = length(sight);
  const toward = unit(sight);
  const motion = fromPolar(percept.forwardSpeed, percept.pose.heading);
  const rate = Math.max(0, dot(motion, path.directionAt(here.progress)));
  const apart = sub(scale(path.directionAt(here.progress + reach), rate), motion);
  const across = sub(apart, scale(toward, dot(apart, toward)));
  const turn = away > 0 ? scale(across, limit.speed / away) : ZERO;
  return {
    velocity: scale(toward, limit.speed),
    acceleration: add(turn, scale(toward, -limit.slope * rate)),
    lookahead: away,
  };
}

/** Abreast of the end but beside it: arrive there. */
function goToEnd(percept: Percept, path: Path, { toEnd, hold }: PathView): PathVelocity {
  const toward = unit(sub(path.at(path.length), percept.pose));
  const { speed } = brakingSpeed(
    Math.max(0, toEnd - hold),
    plannedDeceleration(percept.body),
    settlingTime(percept.dt),
  );
  const velocity = scale(toward, Math.min(speed, percept.body.maxSpeed));
  return { velocity, acceleration: ZERO, lookahead: toEnd };
}

/** A behavior that finds its own way round things comes back to the path this far ahead. */
const GOAL_AHEAD: Meters = 1;

/** The place to come back to, or the end where it is nearer; and the way that is left, along a loop a whole round. */
function goalOn(path: Path, { here, left }: PathView): Destination {
  const at = path.at(here.progress + Math.min(GOAL_AHEAD, left));
  return { at, remaining: Math.min(left, path.length) };
}

const construction = ({ future, ahead }: PathView, { radius }: Parameters): Mark[] => [
  { kind: 'point', at: future, label: 'predicted' },
  { kind: 'segment', from: future, to: ahead.point, label: 'off the path' },
  { kind: 'circle', at: ahead.point, radius, label: 'path band' },
];

/** Where the body is along the path, and where it is about to be. */
interface PathView {
  readonly reach: Meters;
  readonly here: Projection;
  readonly future: Vec2;
  readonly ahead: Projection;
  /** Whether the prediction advances along the path by less than half of its own length. */
  readonly stalls: boolean;
  /** Distance to the end, along the path and straight; Infinity along a loop. */
  readonly left: Meters;
  readonly toEnd: Meters;
  readonly nearEnd: boolean;
  /** The hold band; shorter on a short path, so that enough of it is driven. */
  readonly hold: Meters;
}

/** Computes where the body is along the path, and where it is about to be. */
function viewPath(
  { pose, velocity, body }: Percept,
  path: Path,
  progress: Meters,
  parameters: Parameters,
): PathView {
  const stride = length(velocity) * parameters.predict;
  const reach = Math.max(body.track / 2, stride);
  const nearest = path.project(pose, progress, progress + 2 * reach);
  // Far off the path, progress stops even if the nearest point moves on: the body returns to where it left the path.
  const lost = nearest.distance > reach + parameters.radius;
  const here = lost ? { ...nearest, progress, point: path.at(progress) } : nearest;
  const future = add(pose, scale(velocity, parameters.predict));
  const ahead = path.project(future, here.progress, here.progress + 2 * reach);
  const left = parameters.loop ? Number.POSITIVE_INFINITY : path.length - here.progress;
  return {
    reach,
    here,
    future,
    ahead,
    stalls: ahead.progress - here.progress <= stride / 2,
    left,
    toEnd: distance(pose, path.at(path.length)),
    nearEnd: left < 0.05 * path.length,
    hold: Math.min(holdBand(parameters.within), 0.03 * path.length),
  };
}
