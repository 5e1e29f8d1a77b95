/**
 * Whose turn it is among robots that wait for each other. All of them find the same answer without messages. Also: how
 * long a robot has stood although it is its turn.
 */

import { add, distance, dot, fromPolar, length, scale, sub, unit, type Vec2 } from '../../math/geometry.js';
import { MEASURED_REST_SPEED } from '../../math/standstill.js';
import type { Meters, Radians, Seconds } from '../../math/units.js';
import type { Neighbor } from '../../signals/signals.js';
import type { Percept } from '../behavior.js';

/** A robot that may wait for others. */
export type QueueMember = Pick<Neighbor, 'id' | 'position' | 'heading'>;

/** Where another robot counts as ahead: nearer than `radius` to the point `ahead` metres before the middle. */
interface AheadArea {
  readonly ahead: Meters;
  readonly radius: Meters;
}

/** If the sum of two heading vectors is shorter than this, they have no common direction. */
const MIN_SHARED_DIRECTION = 0.1;
/** Longest ring that the search finds. */
const MAX_RING = 8;

/**
 * Whether `one` goes before `other`: the robot farther along the common direction, unit(own heading + theirs), goes
 * first. Level, or face to face, the id decides.
 */
export function goesFirst(one: QueueMember, other: QueueMember): boolean {
  const both = add(fromPolar(1, one.heading), fromPolar(1, other.heading));
  const shared = length(both) > MIN_SHARED_DIRECTION ? unit(both) : scale(both, 0);
  const lead = dot(sub(one.position, other.position), shared);
  return Math.abs(lead) > 1e-6 ? lead > 0 : one.id < other.id;
}

const pointAhead = ({ position, heading }: QueueMember, ahead: Meters): Vec2 =>
  add(position, fromPolar(ahead, heading));

/** The nearest robot ahead of `one`. If two are ahead of each other, one goes first (`goesFirst`). */
export function leaderOf<P extends QueueMember>(
  one: QueueMember,
  others: readonly P[],
  where: AheadArea,
): P | undefined {
  const point = pointAhead(one, where.ahead);
  let first: P | undefined;
  let nearest = where.radius;
  for (const other of others) {
    if (other.id === one.id) continue;
    const away = distance(other.position, point);
    if (away > nearest || (first && away === nearest && first.id < other.id)) continue;
    const mutual = distance(one.position, pointAhead(other, where.ahead)) <= where.radius;
    if (mutual && goesFirst(one, other)) continue;
    first = other;
    nearest = away;
  }
  return first;
}

/**
 * Whether a chain of leaders leads back to `one`: then the whole ring would wait for ever, so the robot whose id sorts
 * first in it opens the ring.
 */
export function waitingRing(
  one: QueueMember,
  leader: QueueMember,
  others: readonly QueueMember[],
  where: AheadArea,
): { readonly opens: boolean } | undefined {
  const all = [...others, one];
  let opens = true;
  let at: QueueMember | undefined = leader;
  for (let i = 0; at && i < MAX_RING; i++) {
    if (at.id === one.id) return { opens };
    if (at.id < one.id) opens = false;
    at = leaderOf(at, all, where);
  }
  return undefined;
}

export interface StandingMemory {
  /** Its heading a tick ago. */
  readonly heading: Radians | null;
  /** How long it has stood although it is its turn [s], and after how long it backs off. */
  readonly stuck: Seconds;
  readonly patience: Seconds | null;
}

interface QueueTurn {
  readonly leader?: Neighbor;
  /** It is this robot's turn: no robot goes before it, or all wait for each other. */
  readonly own: boolean;
}

/** Which robot it waits for: the leader, unless all wait in a ring and this robot opens it. */
export function queueTurn({ id, pose }: Percept, near: readonly Neighbor[], where: AheadArea): QueueTurn {
  const self = { id, position: pose, heading: pose.heading };
  const leader = leaderOf(self, near, where);
  const ring = leader && waitingRing(self, leader, near, where);
  return leader && !ring?.opens ? { leader, own: ring !== undefined } : { own: true };
}

/**
 * Mean time that it stands in its turn before it backs off, ±50 % at random, so that two robots do not repeat it
 * together.
 */
const MEAN_STUCK_TIME: Seconds = 2;
/** How long it backs off. */
const STEP_BACK_TIME: Seconds = 1.2;

/** Updates how long it has stood in its turn: if others are wedged in beside it, it has to make room. */
export function updateStanding(
  percept: Percept,
  before: StandingMemory,
  wish: Vec2,
  ownTurn: boolean,
): StandingMemory {
  const { pose, dt, forwardSpeed, random } = percept;
  const patience = before.patience ?? MEAN_STUCK_TIME * (0.5 + random.uniform());
  const stuck = before.stuck + dt;
  const steps = before.stuck > patience;
  const stands =
    Math.abs(forwardSpeed) < MEASURED_REST_SPEED && length(wish) > MEASURED_REST_SPEED && ownTurn;
  if (steps ? stuck < patience + STEP_BACK_TIME : stands) return { heading: pose.heading, stuck, patience };
  return { heading: pose.heading, stuck: 0, patience: steps ? null : patience };
}
