/**
 * Finding the way to a goal through clutter: a field of times to it over all that is remembered, the way down that field,
 * and the answer that follows it.
 */
import { add, angleOf, distance, length, scale, sub, unit, type Vec2, ZERO } from '../../math/geometry.js';
import type { Meters, Seconds } from '../../math/units.js';
import type { Mark, Obstacle, Reason } from '../../signals/signals.js';
import type { Destination, Percept, Steering, Wish } from '../behavior.js';
import { desire } from '../desire.js';
import { BLIND } from './avoid.js';
import {
  type Aim,
  aheadOf,
  chooseAim,
  LOOK_TIME,
  type Manner,
  mannerOf,
  PLANNED_BRAKING_SHARE,
  speedOn,
} from './followWay.js';
import { isBlind, mustStop, type TurnMemory, turnRateSince } from './headway.js';
import {
  arcTo,
  clearanceAt,
  isArcClear,
  isLineClear,
  type NearThings,
  nearestPlace,
  thingsWithin,
} from './nearThings.js';
import { movedObstacle, sweptObstacle } from './obstacles.js';
import { SIDE } from './searchWindow.js';
import { clearanceFor, type Quest, TimeField } from './timeField.js';
import { descend, type WayPoint } from './wayPoints.js';

/** The way that was found, and when. */
export interface WayMemory {
  /** When it was looked for; null while the wish is free. */
  readonly at: Seconds | null;
  readonly points: readonly WayPoint[];
  /** Where the best way leads through a place in which the body does not fit: no other is free. */
  readonly closed: Vec2 | null;
  readonly turning: TurnMemory;
}

/** Cells of the search, in radii of the body. */
const CELL_RADII = 0.5;
/** As far as a search looks, in radii of the body. */
const SEARCH_RADII = CELL_RADII * ((SIDE - 1) / 2);
/**
 * Where more is remembered than the window holds, its border has the times of a rougher field, of cells so many times as
 * wide: so the robot leaves a dead end that is deeper than the window.
 */
const ROUGH_CELLS = 4;
/** The way is looked for this many steps ahead. */
const WAY_STEPS = 40;
/** The way is looked for anew so often; and sooner, when it is no longer clear or half of it is used up. */
const REPLAN_TIME: Seconds = 0.2;
const SOONEST_REPLAN_TIME: Seconds = 0.1;
/** A way through a place where the body does not fit takes longer than this: no such place is looked for on a shorter one. */
const FREE_TIME: Seconds = 30;
/** Close by, moving things count at all places where they will be for so long. */
const DODGE_TIME: Seconds = 1;
/** Share of the margin that a full stop keeps. */
const LAST_MARGIN_SHARE = 0.4;
/** Slower than this share of the top speed it rather turns on the spot. */
const CREEP_SHARE = 0.04;

/**
 * The answer for a goal; silent while the wish is free already, and a stop without sight for half a second. Equation and
 * sources: `avoidObstacles`.
 *
 * @param keep room between the body's rim and things
 */
export function findWay(
  percept: Percept,
  wish: Wish & { readonly goal: Destination },
  keep: Meters,
  before: WayMemory | null,
): Steering<WayMemory | null> {
  const { pose, body, hits, at } = percept;
  const { goal } = wish;
  const rate = turnRateSince(before?.turning ?? null, percept);
  const turning: TurnMemory = { at, heading: pose.heading, rate };
  if (isBlind(percept)) return desire(percept, ZERO, null, { goal, stands: BLIND });
  const manner = mannerOf(body, keep);
  const mapped = sweptSoon(percept);
  const stop = mustStop(percept, mapped, rate, body.radius + LAST_MARGIN_SHARE * keep) && {
    velocityScale: 0,
  };
  if (isFree(percept, wish, mapped, manner))
    return { memory: { at: null, points: [], closed: null, turning }, ...stop };
  const reach = 6 * body.radius + manner.pace.soft;
  const things = thingsWithin(reach, pose, hits, { obstacles: mapped, weak: false });
  const found = foundWay(percept, goal, before, { things, manner });
  const memory = { ...found, turning };
  const way = aheadOf(memory.points, pose);
  const aim = chooseAim(percept, way, things, manner);
  const marks = marksOf(percept, way, aim, things);
  const speed = aim.turns ? 0 : speedOn(percept, way, aim, things, manner);
  const to = sub(aim.at, pose);
  const rest = { goal, marks, ...stop, ...(memory.closed && { stands: closedAt(memory.closed) }) };
  if (speed < CREEP_SHARE * body.maxSpeed)
    return desire(percept, ZERO, memory, { face: angleOf(to), ...rest });
  return desire(percept, scale(unit(to), speed), memory, { lookahead: length(to), ...rest });
}

const closedAt = (where: Vec2): Reason => ({ why: 'no way to its goal is free', where, blocked: true });

/** Things of the map, and all places to which those that move will come soon. */
const sweptSoon = ({ mapped, body }: Percept): readonly Obstacle[] =>
  mapped.flatMap((one) =>
    one.velocity
      ? sweptObstacle(movedObstacle(one, body.reaction), DODGE_TIME).map(({ from, to, radius }) => ({
          from,
          to,
          radius,
          velocity: one.velocity as Vec2,
        }))
      : [one],
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
  const straight = Math.min(away, SEARCH_RADII * body.radius);
  const stop = speed * (body.reaction + LOOK_TIME) + speed ** 2 / (2 * PLANNED_BRAKING_SHARE * deceleration);
  const reach = Math.max(stop, straight) + pace.least + pace.soft;
  const things = thingsWithin(reach, pose, hits, { obstacles: mapped, weak: true });
  const onward = add(pose, scale(velocity, Math.min(stop, straight) / speed));
  if (!isLineClear(pose, onward, things, { least: clearanceFor(speed, pace), step })) return false;
  const end = away > 0 ? add(pose, scale(sub(goal.at, pose), straight / away)) : goal.at;
  if (!isLineClear(pose, end, things, { least: pace.least, step })) return false;
  const bend = arcTo(pose, add(pose, scale(velocity, LOOK_TIME)));
  return isArcClear({ ...bend, length: Math.min(bend.length, stop) }, things, { least: pace.least, step });
}

/** What a search is made of. */
interface Scene {
  readonly things: NearThings;
  readonly manner: Manner;
}

/** The way found before, while it holds; or a new one. */
function foundWay(
  percept: Percept,
  goal: Destination,
  before: WayMemory | null,
  scene: Scene,
): Omit<WayMemory, 'turning'> {
  const { at, pose } = percept;
  if (before && before.at !== null) {
    const age = at - before.at + 1e-6;
    const holds = age < SOONEST_REPLAN_TIME || (age < REPLAN_TIME && stillHolds(before.points, pose, scene));
    if (holds) return { at: before.at, points: before.points, closed: before.closed };
  }
  return { at, ...search(percept, goal.at, scene) };
}

/** Whether at least half of the way is left, and nothing new stands beside it. */
function stillHolds(points: readonly WayPoint[], from: Vec2, { things, manner: { pace } }: Scene): boolean {
  const way = aheadOf(points, from);
  if (2 * way.length < points.length) return false;
  return way.every(
    (point) =>
      point.clearance < pace.least || clearanceAt(point, things) >= Math.min(pace.least, point.clearance),
  );
}

function search(
  { pose, hits, body, mapped }: Percept,
  goal: Vec2,
  { manner: { pace, step } }: Scene,
): Pick<WayMemory, 'points' | 'closed'> {
  const obstacles = mapped.map((one) => movedObstacle(one, body.reaction));
  const around = { hits, obstacles, speed: pace.cruise };
  const cell = CELL_RADII * body.radius;
  const quest = { from: pose, goal, around, pace, cell };
  const rough = roughAround({ ...quest, cell: ROUGH_CELLS * cell, whole: true }, SEARCH_RADII * body.radius);
  const field = new TimeField(quest, rough);
  const way = descend(field, pose, goal, { step, steps: WAY_STEPS });
  const isLong = field.timeAt(pose) > FREE_TIME;
  return {
    points: way.length > 2 ? way : straightTo(pose, goal, step, pace.least),
    closed: (isLong && field.closedFrom(pose)) || null,
  };
}

/**
 * The rougher field, where more is known than the window holds. Of the map only what is longer than the window is deep
 * counts in it: between shorter things its wide cells would show no gap.
 */
function roughAround(quest: Quest, reach: Meters): TimeField | undefined {
  const { from, around } = quest;
  const { x, y } = around.hits;
  const isBeyond = (place: Vec2) => distance(from, place) > reach;
  const obstacles = around.obstacles.filter((one) => distance(one.from, one.to) > reach);
  const isLarger =
    x.some((each, i) => isBeyond({ x: each, y: y[i] as Meters })) ||
    obstacles.some((one) => isBeyond(one.from) || isBeyond(one.to));
  return isLarger ? new TimeField({ ...quest, around: { ...around, obstacles } }) : undefined;
}

/** Where the field has no slope, the goal is in the same cell, or nearly. */
function straightTo(from: Vec2, goal: Vec2, step: Meters, clearance: Meters): readonly WayPoint[] {
  const ahead = unit(sub(goal, from));
  const steps = Math.min(10, Math.ceil(distance(from, goal) / step));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const s = Math.min(i * step, distance(from, goal));
    return { x: from.x + s * ahead.x, y: from.y + s * ahead.y, clearance, isWeak: false };
  });
}

/** Points of the way that one mark covers. */
const MARK_STEPS = 8;

/** The way, the point that it steers for, the nearest thing, and the window of the search. */
function marksOf(
  { pose, body }: Percept,
  way: readonly WayPoint[],
  aim: Aim,
  things: NearThings,
): readonly Mark[] {
  const marks: Mark[] = [{ kind: 'point', at: aim.at, label: 'look-ahead' }];
  for (let i = 0; i + 1 < way.length; i += MARK_STEPS) {
    const to = way[Math.min(i + MARK_STEPS, way.length - 1)] as WayPoint;
    marks.push({ kind: 'segment', from: way[i] as WayPoint, to, label: 'way' });
  }
  const nearest = nearestPlace(pose, things);
  if (nearest) marks.push({ kind: 'point', at: nearest, label: 'nearest hit' });
  marks.push({ kind: 'circle', at: pose, radius: SEARCH_RADII * body.radius, label: 'window' });
  return marks;
}
