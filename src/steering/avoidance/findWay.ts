/**
 * Finding the way to a goal through clutter: a field of times to it over all that is remembered, the way down that field,
 * and how fast it may be driven.
 */
import { add, angleOf, distance, length, scale, sub, unit, type Vec2, ZERO } from '../../math/geometry.js';
import type { Meters, MetersPerSecond, MetersPerSecondSquared, Seconds } from '../../math/units.js';
import type { BodyLimits } from '../../robot/limits.js';
import type { Mark, Obstacle } from '../../signals/signals.js';
import type { Destination, Percept, Steering, Wish } from '../behavior.js';
import { brakingSpeed } from '../braking.js';
import { desire } from '../desire.js';
import { MAX_SIGHT_AGE } from './headway.js';
import {
  type Arc,
  arcTo,
  clearanceAlong,
  clearanceOnLine,
  freeOn,
  type NearThings,
  sureOf,
  thingsWithin,
} from './nearThings.js';
import { movedObstacle, sweptObstacle } from './obstacles.js';
import { clearanceFor, type Pace, paceAt, TimeField } from './timeField.js';
import { descend, type WayPoint } from './wayPoints.js';

/** The way that was found, and when. */
export interface WayMemory {
  readonly at: Seconds;
  readonly goal: Vec2;
  readonly points: readonly WayPoint[];
}

/** Shares of the robot's own top speed. */
const CRUISE_SHARE = 0.75;
const SLOWEST_SHARE = 0.125;
/** Shares of its deceleration: planned beforehand, in a curve, and before a thing in the way. */
const PLANNED_BRAKING_SHARE = 0.7;
const CURVE_SHARE = 0.8;
const GUARD_SHARE = 0.9;
/** The speed rises beside things over this share of the way that a stop from full speed takes. */
const SOFT_SHARE = 0.35;
/** Cells and steps of the search, in radii of the body. */
const CELL_RADII = 0.4;
const STEP_RADII = 0.2;
/** The way is looked for this many steps ahead. */
const WAY_STEPS = 40;
/** The way is looked for anew so often. */
const REPLAN_TIME: Seconds = 0.1;
/** The look-ahead is at most the way of this time. */
const LOOK_TIME: Seconds = 0.5;

/** As far as a search looks, in cells. */
const SEARCH_REACH = 48;
/** Moving things count at all places where they will be for so long. */
const DODGE_TIME: Seconds = 2;

/** What the limits of a body mean for its way. */
interface Manner {
  readonly pace: Pace;
  readonly step: Meters;
  readonly deceleration: MetersPerSecondSquared;
}

function mannerOf({ radius, maxSpeed, maxAcceleration, maxForce, mass }: BodyLimits, keep: Meters): Manner {
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

/**
 * The answer for a goal; silent while the wish is free already, and a stop without sight for half a second. Equation and sources: `avoidObstacles`.
 *
 * @param keep room between the body's rim and things
 */
export function findWay(
  percept: Percept,
  wish: Wish & { readonly goal: Destination },
  keep: Meters,
  before: WayMemory | null,
): Steering<WayMemory | null> {
  const { at, pose, body, hits } = percept;
  if (!(percept.sightAge <= MAX_SIGHT_AGE)) return desire(percept, ZERO, null);
  const manner = mannerOf(body, keep);
  const mapped = expected(percept);
  const goal = wish.goal.at;
  if (isFree(percept, wish, mapped, manner)) return { memory: null };
  const memory =
    before && at - before.at < REPLAN_TIME - 1e-6
      ? before
      : { at, goal, points: search(percept, goal, mapped, manner) };
  const things = thingsWithin(6 * body.radius + manner.pace.soft, pose, sureOf(hits), mapped);
  const way = aheadOf(memory.points, pose);
  const aim = chooseAim(percept, way, things, manner);
  const marks = marksOf(way, aim.at);
  const speed = aim.turns ? 0 : speedOn(percept, way, aim, things, manner);
  const to = sub(aim.at, pose);
  if (speed < CREEP_SHARE * body.maxSpeed) return desire(percept, ZERO, memory, { face: angleOf(to), marks });
  return desire(percept, scale(unit(to), speed), memory, { lookahead: length(to), marks });
}

/** Slower than this it rather turns on the spot. */
const CREEP_SHARE = 0.04;

/** Things of the map, also where they will be while the body gets out of their way. */
const expected = ({ mapped, body }: Percept): readonly Obstacle[] =>
  mapped.flatMap((one) =>
    one.velocity ? sweptObstacle(movedObstacle(one, body.reaction), DODGE_TIME) : [one],
  );

/**
 * Whether the wish needs no help: at its speed, nothing is too near as far as a stop takes, nor on the straight way to
 * the goal as far as a search would look.
 */
function isFree(
  { pose, body, hits }: Percept,
  { velocity, goal }: Wish & { readonly goal: Destination },
  mapped: readonly Obstacle[],
  { pace, step, deceleration }: Manner,
): boolean {
  const speed = length(velocity);
  if (speed === 0) return true;
  const away = distance(pose, goal.at);
  const straight = Math.min(away, SEARCH_REACH * CELL_RADII * body.radius);
  const stop = speed * (body.reaction + LOOK_TIME) + speed ** 2 / (2 * PLANNED_BRAKING_SHARE * deceleration);
  const things = thingsWithin(Math.max(stop, straight) + pace.least + pace.soft, pose, hits, mapped);
  const onward = add(pose, scale(velocity, Math.min(stop, straight) / speed));
  if (clearanceOnLine(pose, onward, things, step) < clearanceFor(speed, pace)) return false;
  const end = away > 0 ? add(pose, scale(sub(goal.at, pose), straight / away)) : goal.at;
  if (clearanceOnLine(pose, end, things, step) < pace.least) return false;
  const bend = arcTo(pose, add(pose, scale(velocity, LOOK_TIME)));
  return clearanceAlong({ ...bend, length: Math.min(bend.length, stop) }, things, step) >= pace.least;
}

function search(
  { pose, hits, body }: Percept,
  goal: Vec2,
  mapped: readonly Obstacle[],
  { pace, step }: Manner,
) {
  const around = { hits, obstacles: mapped };
  const field = new TimeField({ from: pose, goal, around, pace, cell: CELL_RADII * body.radius });
  const way = descend(field, pose, goal, { step, steps: WAY_STEPS });
  return way.length > 2 ? way : straightTo(pose, goal, step, pace.least);
}

/** Where the field has no slope, the goal is in the same cell, or nearly. */
function straightTo(from: Vec2, goal: Vec2, step: Meters, clearance: Meters): readonly WayPoint[] {
  const ahead = unit(sub(goal, from));
  const steps = Math.min(10, Math.ceil(distance(from, goal) / step));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const s = Math.min(i * step, distance(from, goal));
    return { x: from.x + s * ahead.x, y: from.y + s * ahead.y, clearance };
  });
}

/** The rest of a way, from the point that is nearest. */
function aheadOf(points: readonly WayPoint[], from: Vec2): readonly WayPoint[] {
  let nearest = 0;
  for (let i = 1; i < points.length; i++)
    if (distance(points[i] as Vec2, from) < distance(points[nearest] as Vec2, from)) nearest = i;
  return points.slice(Math.min(nearest, Math.max(0, points.length - 2)));
}

interface Aim {
  readonly at: Vec2;
  readonly arc: Arc & { readonly bearing: number };
  /** There is no room for an arc to it: turn on the spot. */
  readonly turns: boolean;
}

/** Shares of the farthest look-ahead that are tried. */
const TRIED_SHARES: readonly number[] = [1, 0.8, 0.6, 0.45, 0.3, 0.2];
/** A bearing beyond this needs a turn on the spot. */
const WIDEST_BEARING = 1.4;

/** The farthest point of the way whose arc keeps as clear of things as the way itself. */
function chooseAim(
  { pose, body, forwardSpeed }: Percept,
  way: readonly WayPoint[],
  things: NearThings,
  { pace, step }: Manner,
): Aim {
  const speed = Math.max(Math.abs(forwardSpeed), body.maxSpeed / 4);
  const reach = Math.max(body.track, LOOK_TIME * speed);
  const { radius } = body;
  const tight = radius + (pace.least - radius) / 2;
  let aim: Aim | undefined;
  for (const share of TRIED_SHARES) {
    const index = Math.min(way.length - 1, Math.max(2, Math.round((share * reach) / step)));
    const at = way[index] as WayPoint;
    const arc = arcTo(pose, at);
    if (Math.abs(arc.bearing) > WIDEST_BEARING) {
      aim = { at, arc, turns: true };
      continue;
    }
    const least = way.slice(0, index + 1).reduce((low, one) => Math.min(low, one.clearance), Infinity);
    const roomy = clearanceAlong(arc, things, step) >= Math.min(least - 0.16 * radius, 1.5 * radius);
    const blocked = freeOn(arc, things, tight, step) < Infinity;
    const free = roomy && !blocked;
    aim = { at, arc, turns: blocked && share === TRIED_SHARES.at(-1) };
    if (free) break;
  }
  return aim as Aim;
}

/**
 * v = min over the way of √(min(v(c), √(a_lat/κ))² + 2 a s), times cos θ, and no faster than a stop before anything sure on
 * the arc.
 */
function speedOn(
  { body, forwardSpeed }: Percept,
  way: readonly WayPoint[],
  { arc }: Aim,
  things: NearThings,
  { pace, step, deceleration }: Manner,
): MetersPerSecond {
  const rolls = Math.abs(forwardSpeed);
  const braking = PLANNED_BRAKING_SHARE * deceleration;
  const lateral = CURVE_SHARE * deceleration;
  const horizon = rolls * 0.15 + rolls ** 2 / (2 * braking) + 3 * body.radius;
  let speed = pace.cruise;
  for (let i = 1; i < way.length && i * step < horizon; i++) {
    const slowest = Math.min(
      paceAt((way[i] as WayPoint).clearance, pace),
      Math.sqrt(lateral / curvatureAt(way, i, step)),
    );
    const left = Math.max(0, i * step - rolls * 0.05);
    speed = Math.min(speed, Math.sqrt(slowest ** 2 + 2 * braking * left));
  }
  speed *= Math.max(0.15, Math.cos(arc.bearing));
  speed = Math.min(speed, Math.sqrt(lateral / Math.max(Math.abs(arc.curvature), 1e-6)));
  const least = body.radius + (pace.least - body.radius) / 2;
  const stop = body.radius + speed ** 2 / (2 * deceleration) + speed * 0.1;
  const free = freeOn({ ...arc, length: stop }, things, least, step);
  if (free === Infinity) return speed;
  return Math.min(speed, brakingSpeed(free, GUARD_SHARE * deceleration, 0.06).speed);
}

const curvatureAt = (way: readonly WayPoint[], i: number, step: Meters): number => {
  const a = way[Math.max(0, i - 3)] as Vec2;
  const b = way[i] as Vec2;
  const c = way[Math.min(way.length - 1, i + 3)] as Vec2;
  const turn = angleOf(sub(c, b)) - angleOf(sub(b, a));
  return Math.max(0.1, Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) / (3 * step));
};

const marksOf = (way: readonly WayPoint[], aim: Vec2): Mark[] => [
  ...way.slice(1).flatMap((to, i): Mark[] => {
    const from = way[i] as WayPoint;
    return i % 4 === 0
      ? [{ kind: 'segment', from, to: way[Math.min(i + 4, way.length - 1)] ?? to, label: 'way' }]
      : [];
  }),
  { kind: 'point', at: aim, label: 'look-ahead' },
];
