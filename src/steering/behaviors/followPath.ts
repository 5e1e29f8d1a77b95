/** Follow path: keep to a path within a radius, in its direction, and stop at its end. */
import { z } from 'zod';
import { add, dot, fromPolar, length, scale, sub, unit, type Vec2, ZERO } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { BodyLimits } from '../../robot/limits.js';
import type { Mark } from '../../signals/signals.js';
import { quantity } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { brakingSpeed, plannedDeceleration, type SpeedLimit, settlingTime, standsStill } from '../braking.js';
import { desire } from '../desire.js';
import { Path } from '../paths/path.js';
import { look, type View } from '../paths/pathView.js';
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
  /** Arrived when it stands still this near the end [m]. */
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

/** How far along it is: never less than before, and never on another branch of a crossing. */
interface PathMemory {
  readonly progress: Meters;
  /** Outside the band it corrects until it is well inside again, not to ride the band's edge. */
  readonly correcting: boolean;
}

type Parameters = Omit<z.output<typeof followPathParameters>, 'path'>;

/**
 * Predict p⁺ = p + v·T, project it on the path; outside the band, or not getting ahead, seek a point ahead.
 *
 * That point lies v·T further along than the body (at least half a track): seeking the nearest edge of the
 * band would make no progress. Inside the band it takes the path's direction. The speed is the path's limit before
 * bends and the end (SpeedProfile, brakingSpeed), F = k (v_d − v), and v̇_d is handed on: the limit's fall,
 * and the turn of the line of sight û, û̇ = ((ċ − ṗ) − û(û·(ċ − ṗ)))/ℓ.
 *
 * @throws at start-up: RangeError when the path has fewer than two different points or is too long; else ZodError
 * Source: Reynolds 1999. (The future position is p + v·T; one listing prints (p + v)·T.)
 */
export function followPath(input: FollowPathInput): Behavior<PathMemory> {
  const { path: points, ...parameters } = followPathParameters.parse(input);
  const path = new Path(
    points.map(([x, y]) => ({ x, y })),
    parameters.loop,
  );
  const profileFor = speedProfiles(path, parameters.loop);
  return {
    name: 'followPath',
    start: () => ({ progress: 0, correcting: false }),
    steer(percept, { progress, correcting }) {
      const view = look(percept, path, progress, parameters);
      const strays = leavesBand(view, parameters.radius, correcting);
      const memory = { progress: path.wrap(view.here.progress), correcting: strays };
      const { velocity, acceleration, lookahead } = wish(percept, path, view, strays, profileFor, parameters);
      const arrived = view.toEnd <= parameters.within && view.nearEnd && standsStill(percept.forwardSpeed);
      const marks = construction(view, parameters);
      return desire(
        percept,
        velocity,
        memory,
        lookahead === undefined
          ? { acceleration, arrived, marks }
          : { lookahead, acceleration, arrived, marks },
      );
    },
  };
}

/** A desired velocity [m/s], how it changes [m/s²], and the distance of the point it leads to, where there is one. */
interface Wish {
  readonly velocity: Vec2;
  readonly acceleration: Vec2;
  readonly lookahead?: Meters;
}

function wish(
  percept: Percept,
  path: Path,
  view: View,
  strays: boolean,
  profileFor: (body: BodyLimits) => SpeedProfile,
  { within }: Parameters,
): Wish {
  if (view.nearEnd && view.left < within / 2 && view.toEnd > 0.8 * within)
    return goToEnd(percept, path, view);
  const limit = allowedSpeed(percept, view, profileFor(percept.body), path.wrap(view.here.progress));
  return strays || view.stalls
    ? seekAhead(percept, path, view, limit)
    : keepDirection(percept, path, view, limit);
}

/**
 * Outside the band: the prediction is. Well inside again: body and prediction both are within a quarter of it.
 * Of a radius of 0 nothing is inside, not even what lies on the path to the last bit; towards the end the band
 * narrows, so that the end is not passed beside.
 */
function leavesBand({ here, ahead, left }: View, widest: Meters, correcting: boolean): boolean {
  const radius = Math.min(widest, left / 4);
  if (radius === 0) return true;
  return correcting ? Math.max(here.distance, ahead.distance) > radius / 4 : ahead.distance > radius;
}

/** The lower of the path's limit here and what lets it stop at the end. */
function allowedSpeed(
  { dt }: Percept,
  { left, hold }: View,
  profile: SpeedProfile,
  progress: Meters,
): SpeedLimit {
  const bends = profile.at(progress);
  const end = brakingSpeed(Math.max(0, left - hold), profile.decelerationAt(progress), settlingTime(dt));
  // A limit that rises again is no reason to speed up before it does.
  return end.speed < bends.speed ? end : { speed: bends.speed, slope: Math.max(0, bends.slope) };
}

/** Inside the band: in the path's direction, at the speed it allows. */
function keepDirection({ velocity }: Percept, path: Path, { here }: View, limit: SpeedLimit): Wish {
  const along = path.directionAt(here.progress);
  return { velocity: scale(along, limit.speed), acceleration: scale(along, -limit.slope * length(velocity)) };
}

/** v_d = v(s)·û; v̇_d = −v'·ṡ·û + v·û̇, the seen point moving along the path as fast as the body does. */
function seekAhead(percept: Percept, path: Path, { here, reach }: View, limit: SpeedLimit): Wish {
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
function goToEnd(percept: Percept, path: Path, { toEnd, hold }: View): Wish {
  const toward = unit(sub(path.at(path.length), percept.pose));
  const { speed } = brakingSpeed(
    Math.max(0, toEnd - hold),
    plannedDeceleration(percept.body),
    settlingTime(percept.dt),
  );
  const velocity = scale(toward, Math.min(speed, percept.body.maxSpeed));
  return { velocity, acceleration: ZERO, lookahead: toEnd };
}

const construction = ({ future, ahead }: View, { radius }: Parameters): Mark[] => [
  { kind: 'point', at: future, label: 'predicted' },
  { kind: 'segment', from: future, to: ahead.point, label: 'off the path' },
  { kind: 'circle', at: ahead.point, radius, label: 'path band' },
];
