/** Keeping clear of solid things: the nearest free direction, no faster than it can stop. What avoiding and containing share. */
import { fromPolar, scale, truncate, wrapAngle, ZERO } from '../../math/geometry.js';
import type { Meters, Radians, RadiansPerSecond, Seconds } from '../../math/units.js';
import type { Obstacle } from '../../signals/signals.js';
import type { Percept, Steering } from '../behavior.js';
import { desire } from '../desire.js';
import { type Blocked, clearMarks } from './clearMarks.js';
import {
  brakingFirst,
  CREEP,
  courseOf,
  mustStop,
  outlook,
  speedOf,
  speedWithin,
  swungThrough,
  type Turning,
  tightTurn,
  turnRateSince,
  wayLeft,
} from './headway.js';
import { blockedSector, gapTo, moved, type Sector, swept, turnToFree } from './obstacles.js';

export interface ClearMemory {
  /** Which way round it goes, so that it does not waver: 1 left, −1 right, 0 not decided. */
  readonly side: 1 | -1 | 0;
  /** Since it last had to turn. */
  readonly quiet: Seconds;
  readonly turning: Turning | null;
}

export const startClear: ClearMemory = { side: 0, quiet: 0, turning: null };

/** The other side must save so much turning before it is taken instead. */
const HYSTERESIS: Radians = Math.PI / 3;
/** After so long without a need to turn, the next obstacle is passed on its own nearer side. */
const FORGETS: Seconds = 0.5;
/** Shares of the margin: it plans to stop at the first, and stops harder than planned at the second. */
const PLANNED_SHARE = 0.6;
const LAST_SHARE = 0.4;
/** Something that moves is reckoned with for so much longer: it comes while the body gets out of its way. */
const DODGE: Seconds = 1;
/** Nothing was seen for longer: it does not drive blind. */
const BLIND: Seconds = 0.5;
/** Off by less it faces where it wants to go. */
const ALIGNED: Radians = 0.02;

/**
 * v_d = min(maxSpeed, v(d)) · û, F = k (v_d − v): û is the direction nearest to the present one in which nothing is
 * nearer than radius + margin within the look-ahead (`outlook`); d is the way that is left before something solid in
 * any direction between where the body faces and û, and v(d) lets it stop within.
 *
 * Silent while the present direction is free and the speed lets it stop. Closed in, it brakes. What appears too near
 * for the force clamp is braked for with all that the wheels have (`velocityScale` 0). While nothing was seen for
 * half a second it stands: it does not drive blind.
 */
export function keepClear(
  percept: Percept,
  obstacles: readonly Obstacle[],
  margin: Meters,
  lookAhead: Seconds,
  before: ClearMemory,
): Steering<ClearMemory> {
  const { pose, body } = percept;
  const turnRate = turnRateSince(before.turning, percept);
  const memory = calmer(before, turnRate, percept);
  if (!(percept.sightAge <= BLIND)) return desire(percept, ZERO, memory);
  const view = lookAround(percept, obstacles, margin, lookAhead, before.side);
  if (!view) return { memory };
  const { soon, choice, way, going } = view;
  const turn = choice?.turn ?? 0;
  const stop = mustStop(percept, soon, turnRate, body.radius + LAST_SHARE * margin);
  const slowed = stop ? { velocityScale: 0 } : {};
  const aligned = Math.abs(wrapAngle(going + turn - pose.heading)) < ALIGNED;
  const limit = speedWithin(way, percept, choice && !aligned ? CREEP : 0);
  const slowEnough = limit.speed >= Math.min(body.maxSpeed, speedOf(percept));
  if (choice && turn === 0 && slowEnough && !view.comes) return { memory, ...slowed };
  const wanted = scale(fromPolar(1, going + turn), choice ? Math.min(body.maxSpeed, limit.speed) : 0);
  const decided = choice?.side ? { ...memory, side: choice.side, quiet: 0 } : memory;
  const said = desire(percept, brakingFirst(percept, wanted, limit), decided, {
    ...slowed,
    ...(way < view.reach && { lookahead: tightTurn(way, percept) }),
    marks: clearMarks(percept, going + turn, view.reach, view.blocked),
  });
  // A slow answer takes a wish beyond the top speed for the force that is due: the force counts, and the wish is cut.
  return { ...said, desiredVelocity: truncate(said.desiredVelocity ?? ZERO, body.maxSpeed) };
}

const calmer = (
  { side, quiet }: ClearMemory,
  rate: RadiansPerSecond,
  { at, dt, pose }: Percept,
): ClearMemory => ({
  side: quiet + dt > FORGETS ? 0 : side,
  quiet: quiet + dt,
  turning: { at, heading: pose.heading, rate },
});

interface View {
  readonly reach: Meters;
  /** The directions that lead too near to something within the look-ahead. */
  readonly blocked: readonly Blocked[];
  /** What comes near within the shorter time in which the body can stop. */
  readonly soon: readonly Obstacle[];
  /** Where it is steering to. */
  readonly going: Radians;
  readonly choice: Choice | undefined;
  /** Left to go before something solid. */
  readonly way: Meters;
  /** Something moves to where the body is. */
  readonly comes: boolean;
}

/** None where nothing is near. */
function lookAround(
  percept: Percept,
  obstacles: readonly Obstacle[],
  margin: Meters,
  lookAhead: Seconds,
  side: ClearMemory['side'],
): View | undefined {
  const { pose, body, dt } = percept;
  const { reach, during } = outlook(percept, lookAhead);
  // In a tick that it is silent another may turn it, by what the force can do: so much nearer it gets.
  const turned = Math.min((body.maxForce / body.mass) * dt, speedOf(percept));
  const clearance = body.radius + margin + turned * dt;
  const { near, soon, comes } = comingNear(percept, obstacles, clearance, reach, during);
  if (near.length === 0) return undefined;
  const going = courseOf(percept);
  const blocked = near.flatMap((place): Blocked[] => {
    const sector = blockedSector(pose, place, clearance, reach);
    return sector ? [{ low: sector.low, high: sector.high, by: place }] : [];
  });
  const choice = choose(going, blocked, side);
  const facing = swungThrough(pose.heading, going, going + (choice?.turn ?? 0));
  const way = wayLeft(pose, facing, soon, body.radius + PLANNED_SHARE * margin);
  return { reach, blocked, soon, going, choice, way, comes };
}

interface Coming {
  /** Within the look-ahead: each in all the places where it is meanwhile. */
  readonly near: readonly Obstacle[];
  readonly soon: readonly Obstacle[];
  readonly comes: boolean;
}

/** What stands or comes within reach. Most of what there is stands, and far off: that is found out first. */
function comingNear(
  { pose, body }: Percept,
  obstacles: readonly Obstacle[],
  clearance: Meters,
  reach: Meters,
  during: Seconds,
): Coming {
  const near: Obstacle[] = [];
  const soon: Obstacle[] = [];
  let comes = false;
  const isNear = (place: Obstacle) => gapTo(pose, place) < reach + clearance;
  for (const obstacle of obstacles) {
    if (obstacle.velocity) {
      const then = moved(obstacle, body.reaction);
      const places = swept(then, during + DODGE);
      near.push(...places.filter(isNear));
      soon.push(...swept(then, during).filter(isNear));
      comes ||= places.some((place) => gapTo(pose, place) < clearance);
    } else if (isNear(obstacle)) {
      near.push(obstacle);
      soon.push(obstacle);
    }
  }
  return { near, soon, comes };
}

interface Choice {
  /** From the present direction, left > 0. */
  readonly turn: Radians;
  readonly side: 1 | -1 | 0;
}

/** The nearest free direction, on the side that was taken before unless the other is much nearer; none: closed in. */
function choose(going: Radians, blocked: readonly Sector[], before: ClearMemory['side']): Choice | undefined {
  const left = turnToFree(going, 1, blocked);
  const right = turnToFree(going, -1, blocked);
  if (left === Number.POSITIVE_INFINITY || right === Number.POSITIVE_INFINITY) return undefined;
  if (left === 0) return { turn: 0, side: 0 };
  return left <= right + before * HYSTERESIS + 1e-9 ? { turn: left, side: 1 } : { turn: -right, side: -1 };
}
