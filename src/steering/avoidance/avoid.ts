/**
 * Avoidance of solid things, shared by avoidObstacles and contain: the nearest free direction, at a speed that lets the
 * body stop in time.
 */
import { add, fromPolar, length, scale, truncate, wrapAngle, ZERO } from '../../math/geometry.js';
import type { Meters, Radians, RadiansPerSecond, Seconds } from '../../math/units.js';
import type { Mark, Obstacle, Reason } from '../../signals/signals.js';
import type { Percept, Steering } from '../behavior.js';
import { standsStill } from '../braking.js';
import { desire } from '../desire.js';
import {
  brakingFirst,
  brakingHorizon,
  CREEP_SPEED,
  freeDistance,
  isBlind,
  mustStop,
  speedOf,
  stoppableSpeed,
  sweptSector,
  type TurnMemory,
  tightTurn,
  travelDirection,
  turnRateSince,
} from './headway.js';
import {
  blockedSector,
  gapTo,
  movedObstacle,
  nearestPoint,
  type Sector,
  sweptObstacle,
  turnToFree,
} from './obstacles.js';

interface AvoidanceOptions {
  /** Room between the body's rim and solid things. */
  readonly margin: Meters;
  /** Extra look-ahead time, beyond what stopping needs. */
  readonly lookAhead: Seconds;
}

export interface AvoidanceMemory {
  /** The side on which it passes, kept so that it does not waver: 1 left, −1 right, 0 undecided. */
  readonly side: 1 | -1 | 0;
  /** Time since it last had to turn. */
  readonly quiet: Seconds;
  readonly turning: TurnMemory | null;
}

export const startAvoidance: AvoidanceMemory = { side: 0, quiet: 0, turning: null };

/** It changes sides only if the other side saves this much turning. */
const SIDE_HYSTERESIS: Radians = Math.PI / 3;
/** After this time without a need to turn, it forgets the side. */
const SIDE_MEMORY_TIME: Seconds = 0.5;
/** Shares of the margin: it plans to stop at the first, and brakes harder than planned for the second. */
const PLANNED_MARGIN_SHARE = 0.6;
const LAST_MARGIN_SHARE = 0.4;
/** Extra prediction time for moving things: they come nearer while the body gets out of the way. */
const DODGE_TIME: Seconds = 1;
/** Why it stands without sight. */
export const BLIND: Reason = { why: 'it has no news of what stands around it' };
/** Within this angle it faces the desired direction. */
const ALIGNED_ANGLE: Radians = 0.02;

/**
 * v_d = min(maxSpeed, v(d)) · û, F = k (v_d − v): û is the direction nearest to the present one with nothing nearer
 * than radius + margin within the look-ahead (`brakingHorizon`); d is the free distance in all directions from the
 * heading to û, and v(d) lets it stop within d.
 *
 * Silent while the present direction is free and the speed lets it stop. Closed in, it brakes. If an obstacle appears
 * too near for the force clamp, it brakes as hard as the wheels can (`velocityScale` 0). Without sight for half a
 * second it stops.
 */
export function avoid(
  percept: Percept,
  obstacles: readonly Obstacle[],
  { margin, lookAhead }: AvoidanceOptions,
  before: AvoidanceMemory,
): Steering<AvoidanceMemory> {
  const { pose, body } = percept;
  const turnRate = turnRateSince(before.turning, percept);
  const memory = nextMemory(before, turnRate, percept);
  if (isBlind(percept)) return desire(percept, ZERO, memory, { stands: BLIND });
  const view = lookAround(percept, obstacles, { margin, lookAhead }, before.side);
  if (!view) return { memory };
  const { soon, choice, way, going } = view;
  const turn = choice?.turn ?? 0;
  const stop = mustStop(percept, soon, turnRate, body.radius + LAST_MARGIN_SHARE * margin);
  const slowed = stop ? { velocityScale: 0 } : {};
  const aligned = Math.abs(wrapAngle(going + turn - pose.heading)) < ALIGNED_ANGLE;
  const limit = stoppableSpeed(way, percept, choice && !aligned ? CREEP_SPEED : 0);
  const slowEnough = limit.speed >= Math.min(body.maxSpeed, speedOf(percept));
  if (choice && turn === 0 && slowEnough && !view.comes) return { memory, ...slowed };
  if (!view.comes && standsAsAsked(percept)) return { memory, ...slowed };
  const wanted = scale(fromPolar(1, going + turn), choice ? Math.min(body.maxSpeed, limit.speed) : 0);
  const decided = choice?.side ? { ...memory, side: choice.side, quiet: 0 } : memory;
  const said = desire(percept, brakingFirst(percept, wanted, limit), decided, {
    ...slowed,
    ...(way < view.reach && { lookahead: tightTurn(way, percept) }),
    marks: avoidanceMarks(percept, going + turn, view.reach, view.blocked),
  });
  // With a low gain the required force may need a desired velocity above top speed: the force stays, the velocity shown
  // is cut.
  return { ...said, desiredVelocity: truncate(said.desiredVelocity ?? ZERO, body.maxSpeed) };
}

/** It stands, and is asked to stand, or to turn on the spot: no direction needs to be free. */
const standsAsAsked = ({ wish, forwardSpeed }: Percept): boolean =>
  wish !== undefined && length(wish.velocity) === 0 && standsStill(forwardSpeed);

const nextMemory = (
  { side, quiet }: AvoidanceMemory,
  rate: RadiansPerSecond,
  { at, dt, pose }: Percept,
): AvoidanceMemory => ({
  side: quiet + dt > SIDE_MEMORY_TIME ? 0 : side,
  quiet: quiet + dt,
  turning: { at, heading: pose.heading, rate },
});

interface AvoidanceView {
  readonly reach: Meters;
  /** The directions that lead too near to something within the look-ahead. */
  readonly blocked: readonly BlockedSector[];
  /** Things that come near within the time in which the body can stop. */
  readonly soon: readonly Obstacle[];
  /** Direction in which it steers. */
  readonly going: Radians;
  readonly choice: FreeDirection | undefined;
  /** Free distance to the first obstacle. */
  readonly way: Meters;
  /** Whether an obstacle moves towards the body. */
  readonly comes: boolean;
}

/** Undefined without an obstacle near. */
function lookAround(
  percept: Percept,
  obstacles: readonly Obstacle[],
  { margin, lookAhead }: AvoidanceOptions,
  side: AvoidanceMemory['side'],
): AvoidanceView | undefined {
  const { pose, body, dt } = percept;
  const { reach, during } = brakingHorizon(percept, lookAhead);
  // In a silent tick another behavior may turn the body as far as the force can, which brings it nearer by this.
  const turned = Math.min((body.maxForce / body.mass) * dt, speedOf(percept));
  const clearance = body.radius + margin + turned * dt;
  const { near, soon, comes } = nearObstacles(percept, obstacles, clearance, reach, during);
  if (near.length === 0) return undefined;
  const going = travelDirection(percept);
  const blocked = near.flatMap((place): BlockedSector[] => {
    const sector = blockedSector(pose, place, clearance, reach);
    return sector ? [{ low: sector.low, high: sector.high, by: place }] : [];
  });
  const choice = chooseDirection(going, blocked, side);
  const facing = sweptSector(pose.heading, going, going + (choice?.turn ?? 0));
  const way = freeDistance(pose, facing, soon, body.radius + PLANNED_MARGIN_SHARE * margin);
  return { reach, blocked, soon, going, choice, way, comes };
}

interface NearObstacles {
  /** Within the look-ahead: each thing at all places on its predicted way. */
  readonly near: readonly Obstacle[];
  readonly soon: readonly Obstacle[];
  readonly comes: boolean;
}

/** Things that stand within reach or come within it. Most things stand far off, so that is checked first. */
function nearObstacles(
  { pose, body }: Percept,
  obstacles: readonly Obstacle[],
  clearance: Meters,
  reach: Meters,
  during: Seconds,
): NearObstacles {
  const near: Obstacle[] = [];
  const soon: Obstacle[] = [];
  let comes = false;
  const isNear = (place: Obstacle) => gapTo(pose, place) < reach + clearance;
  for (const obstacle of obstacles) {
    if (obstacle.velocity) {
      const then = movedObstacle(obstacle, body.reaction);
      const places = sweptObstacle(then, during + DODGE_TIME);
      near.push(...places.filter(isNear));
      soon.push(...sweptObstacle(then, during).filter(isNear));
      comes ||= places.some((place) => gapTo(pose, place) < clearance);
    } else if (isNear(obstacle)) {
      near.push(obstacle);
      soon.push(obstacle);
    }
  }
  return { near, soon, comes };
}

interface FreeDirection {
  /** Relative to the present direction, left > 0. */
  readonly turn: Radians;
  readonly side: 1 | -1 | 0;
}

/** The nearest free direction, on the side taken before unless the other is much nearer; undefined: closed in. */
function chooseDirection(
  going: Radians,
  blocked: readonly Sector[],
  before: AvoidanceMemory['side'],
): FreeDirection | undefined {
  const left = turnToFree(going, 1, blocked);
  const right = turnToFree(going, -1, blocked);
  if (left === Number.POSITIVE_INFINITY || right === Number.POSITIVE_INFINITY) return undefined;
  if (left === 0) return { turn: 0, side: 0 };
  return left <= right + before * SIDE_HYSTERESIS + 1e-9
    ? { turn: left, side: 1 }
    : { turn: -right, side: -1 };
}

/** The directions that one obstacle blocks. */
interface BlockedSector extends Sector {
  readonly by: Obstacle;
}

/** A lidar has one echo per ray: marks for all of them would cover the picture. */
const MAX_MARKS = 3;
/** A way runs just beside a sector's edge. */
const EDGE_TOLERANCE: Radians = 1e-6;

/**
 * The marks of avoidance: its way, and the few things that shaped it.
 *
 * @param direction of its way
 */
function avoidanceMarks(
  { pose, body }: Percept,
  direction: Radians,
  reach: Meters,
  blocked: readonly BlockedSector[],
): Mark[] {
  return [
    { kind: 'segment', from: pose, to: add(pose, scale(fromPolar(1, direction), reach)), label: 'free way' },
    ...mostConstraining(pose, direction, blocked).map((obstacle): Mark => {
      const at = nearestPoint(pose, obstacle);
      return { kind: 'circle', at, radius: obstacle.radius + body.radius, label: 'kept out of' };
    }),
  ];
}

/** Things beside the way come first, then the nearest. */
function mostConstraining(
  pose: Percept['pose'],
  direction: Radians,
  blocked: readonly BlockedSector[],
): readonly Obstacle[] {
  if (blocked.length <= MAX_MARKS) return blocked.map(({ by }) => by);
  const bounds = ({ low, high }: BlockedSector): boolean =>
    [low, high].some((edge) => Math.abs(wrapAngle(edge - direction)) < EDGE_TOLERANCE);
  return blocked
    .map((each) => ({ by: each.by, bounds: bounds(each), gap: gapTo(pose, each.by) }))
    .sort((a, b) => Number(b.bounds) - Number(a.bounds) || a.gap - b.gap)
    .slice(0, MAX_MARKS)
    .map(({ by }) => by);
}
