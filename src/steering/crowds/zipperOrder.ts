/** Who goes before whom in a lane through a door: each robot finds it for itself, from the messages of the others. */
import { dot, sub, unit, type Vec2 } from '../../math/geometry.js';
import type { Meters, Seconds } from '../../math/units.js';
import type { Saying } from '../../signals/signals.js';
import type { Percept } from '../behavior.js';
import type { Door } from './door.js';
import { type Lane, pointAhead } from './lanes.js';
import { isCredible } from './others.js';

/** Whether a robot of the lane goes before this one, by id. */
export type Precedence = Readonly<Record<string, boolean>>;

/** Where the robot was: [t, x, y]. */
export type Station = readonly [at: Seconds, x: Meters, y: Meters];

/** Another robot on its way through the same door. */
export interface Member {
  readonly id: string;
  readonly says: Saying;
  readonly radius: Meters;
  readonly lane: number;
}

/** An order is changed only for one that is nearer to the mouth by this. */
const LATCH: Meters = 0.05;
/** Equally near, the lower id goes first: it counts as nearer by this. */
const TIE: Meters = 1e-4;
/** How long ago a message may have been sent to be compared with where this robot was then. */
const TRAIL_TIME: Seconds = 0.8;
const TRAIL_STEP: Seconds = 0.01;
/** A member's wish leads along its lane: cos of the angle. */
const SAME_WAY = 0.9;
/** How far along its lane it is asked. */
const ASKED_AHEAD: Meters = 0.05;

/** Robots that say a lane and whose wish leads along that lane of this door. */
export const membersOf = (door: Door, lanes: readonly Lane[], { neighbors, body }: Percept): Member[] =>
  neighbors.flatMap((neighbor) => {
    const { id, radius, says } = neighbor;
    const lane = says?.lane === undefined ? undefined : lanes[says.lane];
    if (!says?.wish || says.lane === undefined || !lane || !isCredible(says, neighbor, body)) return [];
    const way = unit(sub(pointAhead(door, lane, says.pose, ASKED_AHEAD), says.pose));
    return dot(unit(says.wish), way) > SAME_WAY ? [{ id, says, radius, lane: says.lane }] : [];
  });

/** The trail with this place; without those that are older than any message that counts. */
export function walked(trail: readonly Station[], { at, pose }: Percept): readonly Station[] {
  const last = trail.at(-1);
  if (last && at - last[0] < TRAIL_STEP) return trail;
  return [...trail.filter(([then]) => at - then <= TRAIL_TIME), [at, pose.x, pose.y]];
}

/** Where it was at a time; before its trail begins, at its begin. */
function placeAt(trail: readonly Station[], at: Seconds): Vec2 {
  const [, x, y] = trail.findLast(([then]) => then <= at + TRAIL_STEP / 2) ?? (trail[0] as Station);
  return { x, y };
}

interface Order {
  readonly before: Precedence;
  /** The last of those that go before it. */
  readonly leader: Member | undefined;
}

/**
 * Who of its lane goes before it: the one with the shorter way to the mouth, both ways taken at the instant of the other's
 * message. With old messages two robots that compare what they know now would each find itself first. An order once
 * found is kept until the other is 5 cm nearer. Two that met while one of them turned may each have found itself first: the
 * other then follows one that is nearer to the mouth than this robot, or none, and both compare anew. A ring of robots that
 * follow each other is opened by its lowest id.
 */
export function orderIn(
  {
    id: self,
    before,
    trail,
  }: { readonly id: string; readonly before: Precedence; readonly trail: readonly Station[] },
  wayOf: (place: Vec2) => Meters,
  members: readonly Member[],
): Order {
  const order: Record<string, boolean> = {};
  /** Whether it counts this robot as behind it: whom it follows is nearer to the mouth. */
  const overlooks = ({ follows }: Saying, own: Meters): boolean => {
    const leader = members.find(({ id }) => id === follows);
    return follows !== self && (!leader || wayOf(leader.says.pose) < own);
  };
  for (const { id, says } of members) {
    const own = wayOf(placeAt(trail, says.at));
    const farther = wayOf(says.pose) - own + (id < self ? -TIE : TIE);
    const was = before[id];
    const latch = was === undefined || (!was && overlooks(says, own)) ? 0 : was ? LATCH : -LATCH;
    order[id] = farther < latch;
  }
  const queue = members
    .filter(({ id }) => order[id])
    .sort((one, other) => wayOf(other.says.pose) - wayOf(one.says.pose));
  while (queue[0] && opensRing(self, queue[0], members)) order[(queue.shift() as Member).id] = false;
  return { before: order, leader: queue[0] };
}

/** Whether whom the leader follows, and so on, leads back to this robot, and its id is the lowest in that ring. */
function opensRing(id: string, leader: Member, members: readonly Member[]): boolean {
  let at: Member | undefined = leader;
  for (let steps = 0; at && steps < members.length; steps++) {
    if (at.id < id) return false;
    const follows: string | undefined = at.says.follows;
    if (follows === id) return true;
    at = members.find((one) => one.id === follows);
  }
  return false;
}
