/** Driving along a way that was found: the point of it to steer for, and how fast. */
import { angleOf, distance, sub, type Vec2, wrapAngle } from '../../math/geometry.js';
import { BRAKING_SHARE, brakingSpeed } from '../../math/stopping.js';
import {
  deg,
  type Meters,
  type MetersPerSecond,
  type MetersPerSecondSquared,
  type Radians,
  type Seconds,
} from '../../math/units.js';
import type { BodyLimits } from '../../robot/limits.js';
import type { Ranger } from '../../robot/ranger.js';
import { isMeasured } from '../../signals/readings.js';
import type { RangeReading } from '../../signals/signals.js';
import type { Percept } from '../behavior.js';
import { type Arc, arcTo, clearanceAt, freeOn, isArcClear, type NearThings } from './nearThings.js';
import { type PaceBesideThings, paceAt, WEAK_SHARE } from './timeField.js';
import type { WayPoint } from './wayPoints.js';

/** What the limits of a body mean for its way. */
export interface Manner {
  readonly pace: PaceBesideThings;
  /** Distance between two points of a way. */
  readonly step: Meters;
  readonly deceleration: MetersPerSecondSquared;
}

/** Shares of the robot's own top speed. */
const CRUISE_SHARE = 0.75;
const SLOWEST_SHARE = 0.125;
/** Shares of its deceleration: planned beforehand, and in a curve. Before a thing in the way it is `BRAKING_SHARE`. */
export const PLANNED_BRAKING_SHARE = 0.7;
const CURVE_SHARE = 0.8;
/** The speed rises beside things over this share of the way that a stop from full speed takes. */
const SOFT_SHARE = 0.35;
/** Steps of a way, in radii of the body. */
const STEP_RADII = 0.2;
/** The look-ahead is at most the way of this time. */
export const LOOK_TIME: Seconds = 0.5;

export function mannerOf(
  { radius, maxSpeed, maxAcceleration, maxForce, mass }: BodyLimits,
  keep: Meters,
): Manner {
  const deceleration = Math.min(maxAcceleration, maxForce / mass);
  const stop = maxSpeed ** 2 / (2 * deceleration);
  return {
    pace: {
      least: radius + keep,
      soft: Math.min(1.5 * radius, Math.max(radius / 2, SOFT_SHARE * stop)),
      slowest: SLOWEST_SHARE * maxSpeed,
      cruise: CRUISE_SHARE * maxSpeed,
    },
    step: STEP_RADII * radius,
    deceleration,
  };
}

/** The rest of a way, from the point that is nearest. */
export function aheadOf(points: readonly WayPoint[], from: Vec2): readonly WayPoint[] {
  let nearest = 0;
  for (let i = 1; i < points.length; i++)
    if (distance(points[i] as Vec2, from) < distance(points[nearest] as Vec2, from)) nearest = i;
  return points.slice(Math.min(nearest, Math.max(0, points.length - 2)));
}

/** A point of the way, and the arc to it. */
export interface Aim {
  readonly at: Vec2;
  readonly arc: Arc & { readonly bearing: Radians };
  /** There is no room for an arc to it: turn on the spot. */
  readonly turns: boolean;
}

/** Shares of the farthest look-ahead that are tried. */
const TRIED_SHARES: readonly number[] = [1, 0.8, 0.6, 0.45, 0.3, 0.2];
/** A bearing beyond this needs a turn on the spot. */
const WIDEST_BEARING: Radians = deg(80);
/** By this share of the radius an arc may be nearer to things than the way itself. */
const CUT_SHARE = 0.16;

/** The farthest point of the way whose arc keeps as clear of things as the way itself. */
export function chooseAim(
  { pose, body, forwardSpeed }: Percept,
  way: readonly WayPoint[],
  things: NearThings,
  { pace, step }: Manner,
): Aim {
  const speed = Math.max(Math.abs(forwardSpeed), body.maxSpeed / 4);
  const reach = Math.max(body.track, LOOK_TIME * speed);
  const { radius } = body;
  let aim: Aim | undefined;
  for (const share of TRIED_SHARES) {
    const index = Math.min(way.length - 1, Math.max(2, Math.round((share * reach) / step)));
    const at = way[index] as WayPoint;
    const arc = arcTo(pose, at);
    if (Math.abs(arc.bearing) > WIDEST_BEARING) {
      aim = { at, arc, turns: true };
      continue;
    }
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i <= index; i++) least = Math.min(least, (way[i] as WayPoint).clearance);
    const enough = Math.min(least - CUT_SHARE * radius, 1.5 * radius);
    const isRoomy = isArcClear(arc, things, { least: enough, step });
    const isBlocked = freeOn(arc, things, tightest(body, pace), step) < Number.POSITIVE_INFINITY;
    aim = { at, arc, turns: isBlocked && share === TRIED_SHARES.at(-1) };
    if (isRoomy && !isBlocked) break;
  }
  return aim as Aim;
}

/** Nearer to a thing than this it does not drive on: half of what it keeps. */
const tightest = ({ radius }: BodyLimits, { least }: PaceBesideThings): Meters =>
  radius + (least - radius) / 2;

/**
 * v = min over the way of √(min(v(c), √(a_lat/κ))² + 2 a s), times cos θ: no faster than a stop before anything sure on the
 * arc, nor than a stop within what was seen ahead.
 */
export function speedOn(
  percept: Percept,
  way: readonly WayPoint[],
  { arc }: Aim,
  things: NearThings,
  { pace, step, deceleration }: Manner,
): MetersPerSecond {
  const { body, forwardSpeed } = percept;
  const rolls = Math.abs(forwardSpeed);
  const braking = PLANNED_BRAKING_SHARE * deceleration;
  const lateral = CURVE_SHARE * deceleration;
  const horizon = rolls * 0.15 + rolls ** 2 / (2 * braking) + 3 * body.radius;
  const flees = isTooNear(arc.from, things, pace.least);
  let speed = pace.cruise;
  for (let i = 1; i < way.length && i * step < horizon; i++) {
    const { clearance, isWeak } = way[i] as WayPoint;
    const beside = flees ? pace.cruise : paceAt(clearance, pace) * (isWeak ? WEAK_SHARE : 1);
    const slowest = Math.min(beside, Math.sqrt(lateral / curvatureAt(way, i, step)));
    const left = Math.max(0, i * step - rolls * 0.05);
    speed = Math.min(speed, Math.sqrt(slowest ** 2 + 2 * braking * left));
  }
  speed *= Math.max(0.15, Math.cos(arc.bearing));
  speed = Math.min(speed, Math.sqrt(lateral / Math.max(Math.abs(arc.curvature), 1e-6)));
  speed = Math.min(speed, Math.max(pace.slowest, brakingSpeed(seenAhead(percept), braking, 0.06).speed));
  const stop = body.radius + speed ** 2 / (2 * deceleration) + speed * 0.1;
  const free = freeOn({ ...arc, length: stop }, things, tightest(body, pace), step);
  if (free === Number.POSITIVE_INFINITY) return speed;
  return Math.min(speed, brakingSpeed(free, BRAKING_SHARE * deceleration, 0.06).speed);
}

/** Whether something that moves has come too near: the body then gets away as fast as its way allows. */
const isTooNear = (from: Vec2, { obstacles }: NearThings, least: Meters): boolean =>
  obstacles.some(({ velocity }) => velocity !== undefined) &&
  clearanceAt(from, { x: [], y: [], obstacles: obstacles.filter(({ velocity }) => velocity) }) < least;

/** A ray within this angle of the heading shows what lies ahead. */
const AHEAD: Radians = deg(30);

/**
 * How far ahead its sensors have looked, less what it has driven since: farthest − v·age of the look that reaches
 * farthest. 0 if none looks ahead; Infinity without sensors that see farther than a touch, where only a map tells.
 */
function seenAhead({ at, rangers, ranges, forwardSpeed, body }: Percept): Meters {
  let sees = false;
  let reach: Meters = 0;
  for (const id in rangers) {
    const ranger = rangers[id] as Ranger;
    if (ranger.beam.farthest === 0) continue;
    sees = true;
    const reading = ranges[id];
    if (!reading || !looksAhead(ranger, reading)) continue;
    const driven = Math.abs(forwardSpeed) * Math.max(0, at - reading.at);
    reach = Math.max(reach, ranger.beam.farthest + Math.max(0, ranger.at.x) - body.radius - driven);
  }
  return sees ? reach : Number.POSITIVE_INFINITY;
}

/** Whether a reading tells of what lies ahead: of the rays ahead, at least half were not lost. */
function looksAhead({ facing, beam: { rays, each } }: Ranger, { distances }: RangeReading): boolean {
  const isAhead = (ray: Radians) => Math.abs(wrapAngle(facing + ray)) <= AHEAD + 1e-9;
  if (!each) return rays.some(isAhead) && isMeasured(distances[0]);
  let [ahead, measured] = [0, 0];
  for (const [i, ray] of rays.entries()) {
    if (!isAhead(ray)) continue;
    ahead += 1;
    if (isMeasured(distances[i])) measured += 1;
  }
  return measured > 0 && 2 * measured >= ahead;
}

const curvatureAt = (way: readonly WayPoint[], i: number, step: Meters): number => {
  const a = way[Math.max(0, i - 3)] as Vec2;
  const b = way[i] as Vec2;
  const c = way[Math.min(way.length - 1, i + 3)] as Vec2;
  return Math.max(0.1, Math.abs(wrapAngle(angleOf(sub(c, b)) - angleOf(sub(b, a)))) / (3 * step));
};
