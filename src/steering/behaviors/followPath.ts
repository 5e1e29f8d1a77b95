/** Follow path: keep to a path within a radius, in its direction, and stop at its end. */
import { z } from 'zod';
import { add, dot, fromPolar, length, scale, sub, unit, type Vec2, ZERO } from '../../math/geometry.js';
import { brakingSpeed, type SpeedLimit } from '../../math/stopping.js';
import type { Meters, MetersPerSecond, Seconds } from '../../math/units.js';
import type { Mark, Twist } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { plannedDeceleration, settlingTime, standsStill } from '../braking.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';
import { faces, facing } from '../facing.js';
import { allowedSpeed, SLOWEST_SHARE } from '../paths/allowedSpeed.js';
import { Path } from '../paths/path.js';
import { pathPoints } from '../paths/pathPoints.js';
import { type PathView, viewPath } from '../paths/pathView.js';
import { referencesOf } from '../paths/reference.js';
import { speedAlong } from '../paths/speedAlong.js';
import { isDriven, twistAlong } from '../paths/trackReference.js';
import { type Astray, astraySince, nextPlace, placeMovedOn } from '../paths/wayAhead.js';

const followPathParameters = z.strictObject({
  path: pathPoints.describe(
    'The points in order, or the name of a file of them. A third number is the greatest speed there; between two points it changes evenly.',
  ),
  radius: quantity('m', { min: 0 })
    .default(0)
    .describe('Half the width of the band in which it is not corrected; 0 always corrects.'),
  predict: quantity('s', { above: 0 })
    .optional()
    .describe(
      'How far ahead in time it looks, as in Reynolds’ article; unless given, it follows by the exact reference.',
    ),
  within: quantity('m', { above: 0 })
    .default(0.03)
    .describe('It has arrived when it stands still this near to the end of the path.'),
  loop: z
    .boolean()
    .default(false)
    .describe('At the end of a closed path it starts over instead of stopping.'),
  speed: quantity('m/s', { above: 0 })
    .optional()
    .describe('It drives no faster along the path; unless given, as fast as the body can.'),
  heading: quantity('rad').optional().describe('The heading to which it turns at the end.'),
});

export type FollowPathInput = Written<typeof followPathParameters>;

/** How far along the path it is: never less than before, and never on another branch of a crossing. */
interface PathMemory extends Astray {
  readonly progress: Meters;
  /** Where it is to come back to the path if something leads it off. */
  readonly next: Meters;
  /** How long it has stood without progress. */
  readonly stood: Seconds;
  /** Once outside the band it corrects until it is well inside again, so that it does not drive along the edge. */
  readonly correcting: boolean;
}

type Parameters = Omit<z.output<typeof followPathParameters>, 'path'>;

/**
 * Follows a path in its direction, stays within a band round it, and stops at its end.
 *
 * As Reynolds has it: predicts p⁺ = p + v·T and projects it on the path. If p⁺ is outside the band or makes no
 * progress, it seeks a point ahead.
 *
 * That point lies v·T further along than the body (at least half a track): seeking the nearest edge of the band would
 * make no progress. Inside the band it takes the path's direction. The speed is that of the reference and of braking
 * for the end, F = k (v_d − v), and v̇_d is passed on: the fall of the limit, and the turn of the line of sight û, û̇ =
 * ((ċ − ṗ) − û(û·(ċ − ṗ)))/ℓ.
 *
 * Without `predict`, and while it is near its path, it also gives the exact twist of the coming tick
 * (`trackReference`), which leads if nobody else adds a force: a smooth curve along the path, driven at the limits of
 * both wheels. Corners are rounded by at most 12 mm, or by the radius if that is more.
 *
 * A body that is off its path by 1.5 tracks and the radius, since something led it round a thing or it was pushed, heads for
 * the place where the path is free again (`nextPlace`), which those that overrule it hear as its goal. Its progress goes on
 * where it is within reach of the path up to there, or up to a metre ahead, driving along it. At first it goes to the
 * path's beginning.
 *
 * @throws at start-up: RangeError when the path has fewer than two different points or is too long; else ZodError
 * Source: Reynolds 1999. (The future position is p + v·T; one listing prints (p + v)·T.)
 * @example
 * ```ts
 * import { followPath, scenario, simulate } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: followPath({ path: [[0, 0], [1, 0], [1, 1]] }) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots }));
 * console.log(a?.outcome, a?.finalPose.y.toFixed(1)); // arrived 1.0
 * ```
 */
export function followPath(input: FollowPathInput): Behavior<PathMemory> {
  const { path: points, ...parameters } = checkedInput('followPath', followPathParameters, input);
  const { loop, radius, predict, speed, heading: face, within } = parameters;
  const places = points.map(([x, y, limit]) => ({ x, y, speed: limit }));
  const path = new Path(places, loop);
  const along = speedAlong(places, loop);
  const top = (s: Meters) =>
    Math.min(speed ?? Number.POSITIVE_INFINITY, along?.(s) ?? Number.POSITIVE_INFINITY);
  const isLimited = speed !== undefined || along !== undefined;
  const referencesFor = referencesOf(path, { tolerance: radius, speed: isLimited ? top : undefined, face });
  return {
    name: 'followPath',
    input,
    start: () => ({ progress: 0, next: 0, farthest: 0, astray: 0, stood: 0, correcting: false }),
    steer(percept, come) {
      const { progress, next: before, stood: stoodBefore, correcting } = come;
      const reference = referencesFor(percept.body).at(progress);
      const view = viewPath(percept, { path, reference, progress, next: before }, parameters);
      const strays = leavesBand(view, radius, correcting);
      const stood = stoodSince(percept, view, progress, stoodBefore);
      const { farthest, astray } = astraySince(percept, view.here.progress, come);
      // What an eye no longer shows must not send it back; nor hold it for ever.
      const last = placeMovedOn(before, come.astray, astray, view.here.progress + view.left);
      const next = Math.max(nextPlace(percept, path, view, stood), view.lost ? last : 0);
      const lap = view.here.progress - path.wrap(view.here.progress);
      const memory = {
        progress: view.here.progress - lap,
        next: next - lap,
        farthest: farthest - lap,
        astray,
        stood,
        correcting: strays,
      };
      const goal = { at: path.at(next), remaining: Math.min(view.left, path.length) };
      const shown = { goal, marks: construction(view, parameters) };
      const isDone = isDriven(view) || stood > STUCK;
      const turns = face !== undefined && isDone && isOnEnd(percept, view, within);
      if (turns && !faces(percept, face))
        return desire(percept, ZERO, memory, { ...shown, arrived: false, ...facing(percept, face) });
      const { velocity, acceleration, lookahead, twist } = velocityAlong(percept, path, view, {
        strays,
        within,
        exactly: predict === undefined,
        next,
        top: Math.min(top(view.lost ? next : view.here.progress), percept.body.maxSpeed),
      });
      return desire(percept, velocity, memory, {
        acceleration,
        lookahead,
        twist,
        arrived: hasArrived(percept, view, parameters),
        ...shown,
      });
    },
  };
}

followPath.entry = entryOf({
  about: 'Keep to a path within a radius, in its direction, and stop at its end.',
  parameters: followPathParameters,
  marks: {
    ...shared('predicted'),
    'off the path': 'How far away the nearest place on the path is.',
    'path band': 'Inside the band around the path the robot is not corrected.',
  },
  goal: ({ path, within, loop, heading }) =>
    loop ? undefined : { kind: 'followPath', points: path.map(([x, y]) => ({ x, y })), within, heading },
});

/** Slower along its path a body that turns on the spot may be, too. */
const LEAST_PROGRESS: MetersPerSecond = 0.02;

/** The sum of all times in which it stands, until it makes progress. */
function stoodSince(
  { forwardSpeed, dt }: Percept,
  { here }: PathView,
  before: Meters,
  stood: Seconds,
): Seconds {
  if (here.progress > before + LEAST_PROGRESS * dt) return 0;
  return standsStill(forwardSpeed) ? stood + dt : stood;
}

function hasArrived(percept: Percept, view: PathView, { within, heading }: Parameters): boolean {
  return isOnEnd(percept, view, within) && (heading === undefined || faces(percept, heading));
}

/** The last turn of a reference may be too small to start a wheel: after so long it turns without it. */
const STUCK: Seconds = 3;

const isOnEnd = ({ forwardSpeed }: Percept, { toEnd, nearEnd }: PathView, within: Meters): boolean =>
  toEnd <= within && nearEnd && standsStill(forwardSpeed);

/** A desired velocity [m/s], how it changes [m/s²], and the distance of the point that it leads to, if any. */
interface PathVelocity {
  readonly velocity: Vec2;
  readonly acceleration: Vec2;
  readonly lookahead?: Meters | undefined;
  readonly twist?: Twist;
}

interface PathContext {
  /** Whether it is outside the band and corrects. */
  readonly strays: boolean;
  /** It has arrived at most this far from the end [m]. */
  readonly within: Meters;
  /** By the reference's twist. */
  readonly exactly: boolean;
  /** Where it takes up the path again [m along it], if it is lost. */
  readonly next: Meters;
  readonly top: MetersPerSecond;
}

function velocityAlong(
  percept: Percept,
  path: Path,
  view: PathView,
  { strays, within, exactly, next, top }: PathContext,
): PathVelocity {
  if (view.nearEnd && view.left < within / 2 && view.toEnd > 0.8 * within)
    return goToEnd(percept, path, view);
  if (view.lost) return returnTo(percept, path, view, { next, top });
  const limit = allowedSpeed(percept, view, top);
  const wish =
    strays || view.stalls ? seekAhead(percept, path, view, limit) : keepDirection(percept, path, view, limit);
  if (!exactly) return wish;
  const { velocity, acceleration, lookahead } = wish;
  return { velocity, acceleration, lookahead, twist: twistAlong(percept, view) };
}

/**
 * Outside the band: the prediction is outside. Well inside again: body and prediction are both within a quarter of it.
 * With a radius of 0 everything is outside, even a point exactly on the path.
 */
function leavesBand({ here, ahead, band }: PathView, radius: Meters, correcting: boolean): boolean {
  if (radius === 0 || band === 0) return true;
  return correcting ? Math.max(here.distance, ahead.distance) > band / 4 : ahead.distance > band;
}

/**
 * Off the path: to the place where it is taken up again, d away, with v = √(v_p² + 2 a d), where v_p is the reference's speed
 * there, and no faster than braking for the end lets it be, which is d and the rest of the path away.
 */
function returnTo(
  { pose, body, dt }: Percept,
  path: Path,
  { left, here, hold, reference }: PathView,
  { next, top }: Pick<PathContext, 'next' | 'top'>,
): PathVelocity {
  const sight = sub(path.at(next), pose);
  const away = length(sight);
  const deceleration = plannedDeceleration(body);
  const there = Math.max(SLOWEST_SHARE * body.maxSpeed, reference.speedAt(reference.placeAt(next)).speed);
  const rest = left - (next - here.progress);
  const end = brakingSpeed(Math.max(0, away + rest - hold), deceleration, settlingTime(dt));
  const speed = Math.min(top, end.speed, Math.sqrt(there ** 2 + 2 * deceleration * away));
  return { velocity: scale(unit(sight), speed), acceleration: ZERO, lookahead: away };
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

const construction = ({ future, ahead }: PathView, { radius }: Parameters): Mark[] => [
  { kind: 'point', at: future, label: 'predicted' },
  { kind: 'segment', from: future, to: ahead.point, label: 'off the path' },
  { kind: 'circle', at: ahead.point, radius, label: 'path band' },
];
