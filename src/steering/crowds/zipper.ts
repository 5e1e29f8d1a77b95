/** The zipper: robots file through a door at full speed, in the order of their ways to it. */
import {
  angleOf,
  cross,
  distance,
  dot,
  fromPolar,
  length,
  scale,
  sub,
  unit,
  type Vec2,
  wrapAngle,
  ZERO,
} from '../../math/geometry.js';
import { BRAKING_SHARE, brakingSpeed } from '../../math/stopping.js';
import { deg, type Meters, type MetersPerSecond, type Radians, type Seconds } from '../../math/units.js';
import type { Mark } from '../../signals/signals.js';
import type { Percept, Steering } from '../behavior.js';
import { settlingTime } from '../braking.js';
import { type Door, doorBetween, doorOf, isWayFree } from './door.js';
import { chooseLane, isInLane, isThrough, type Lane, lanesOf, pointAhead, wayToMouth } from './lanes.js';
import { othersAtWorst } from './others.js';
import { scaleOfDesired, speedBeside, speedBesideWalls } from './stoppingRoom.js';
import { type Member, membersOf, orderIn, type Precedence, type Station, walked } from './zipperOrder.js';

/** What a robot remembers on its way through a door. */
export interface ZipperMemory {
  /** Null: it looked for a door and found none. */
  readonly door: Door | null;
  /** When it looked for the door, and where it wanted to go. */
  readonly soughtAt: Seconds;
  readonly goal: Vec2;
  readonly lane: number | null;
  readonly before: Precedence;
  readonly trail: readonly Station[];
}

/** The two posts of a door. */
export type Posts = readonly [Vec2, Vec2];

/** Gap behind the robot that goes before. */
const FOLLOWING_GAP: Meters = 0.015;
/** Room to a body in the way, and to robots of other lanes when both stand. */
const BODY_GAP: Meters = 0.004;
/** Robots farther than this count only as those that go before [radii]. */
const REACH_RADII = 6;
/** It steers to a point this far along its way [radii]. */
const AHEAD_RADII = 1.8;
/** Farther off its way than this it turns on the spot. */
const TURN_ANGLE: Radians = deg(50);
/** So does one that can go no faster than this: in the meantime it looks along its way. */
const WAIT_SPEED: MetersPerSecond = 0.02;
const WAIT_ANGLE: Radians = deg(5);
/** A door is looked for again after this time, and when the goal has moved this far. */
const SEEK_TIME: Seconds = 1;
const SEEK_WAY: Meters = 0.1;
/** The way to the mouth must be this wide [radii]. */
const FREE_RADII = 0.9;

/**
 * Files through the door on the way to the goal.
 *
 * Each robot takes the lane with the nearest mouth (`chooseLane`), keeps behind the one that goes before it there
 * (`orderIn`), and steers straight to the mouth, then along the lane. It says its lane and whom it follows. Silent without
 * a goal, without a door on the way, behind the door, and where something stands in the way to the mouth.
 *
 * @param soFar the force accumulated before it, which it replaces [N]
 * @param posts of the door; undefined: the door is found on the map
 */
export function zipper(
  percept: Percept,
  remembered: ZipperMemory | undefined,
  soFar: Vec2,
  posts?: Posts,
): Steering<ZipperMemory | undefined> {
  const { id, pose, body } = percept;
  const known = withDoor(percept, remembered, posts);
  if (!known?.door || isThrough(known.door, pose, body.radius)) return { memory: known };
  const { door } = known;
  const lanes = lanesOf(door, body.radius);
  const members = membersOf(door, lanes, percept);
  const number = chooseLane(
    door,
    lanes,
    { at: pose, radius: body.radius, before: known.lane },
    lanes.map((_, k) => members.filter((one) => one.lane === k).map(({ says }) => says.pose)),
  );
  const lane = lanes[number] as Lane;
  const ahead = AHEAD_RADII * body.radius;
  const far = pointAhead(door, lane, pose, Math.max(ahead, wayToMouth(door, lane, pose)));
  if (!isWayFree(pose, far, percept.mapped, FREE_RADII * body.radius)) return { memory: known };
  const trail = walked(known.trail, percept);
  const { before, leader } = orderIn(
    { id, before: known.before, trail },
    (place) => wayToMouth(door, lane, place),
    members.filter((one) => one.lane === number),
  );
  const allowed = speedAmongMembers(percept, { door, lane, number, members, leader });
  const way = scale(unit(sub(pointAhead(door, lane, pose, ahead), pose)), body.maxSpeed);
  return {
    ...along(way, allowed, percept, soFar),
    memory: { ...known, lane: number, before, trail },
    says: { wish: way, lane: number, ...(leader && { follows: leader.id }) },
    ...(leader && { stands: { why: `it waits behind robot '${leader.id}'` } }),
    marks: marksOf(door, lane, percept, leader),
  };
}

/** The memory with the door: kept while the robot is in it, else looked for from time to time. */
function withDoor(
  { at, pose, body, mapped, wish }: Percept,
  remembered: ZipperMemory | undefined,
  posts?: Posts,
): ZipperMemory | undefined {
  if (!wish?.goal) return undefined;
  const goal = wish.goal.at;
  if (remembered) {
    const { door, soughtAt } = remembered;
    const lane = door && lanesOf(door, body.radius)[0];
    const isNew = at - soughtAt > SEEK_TIME || distance(goal, remembered.goal) > SEEK_WAY;
    if (!isNew || (door && lane && isInLane(door, pose, lane))) return remembered;
  }
  const found = posts ? doorOf(posts[0], posts[1], goal) : doorBetween(pose, goal, mapped, body.radius);
  const same = found && remembered?.door && distance(found.at, remembered.door.at) < body.radius;
  if (same) return { ...remembered, soughtAt: at, goal };
  return { door: found ?? null, soughtAt: at, goal, lane: null, before: {}, trail: [] };
}

/**
 * Along the way with the allowed speed; far off it, or while it waits, a turn on the spot. While it turns, it drives only
 * the part ahead.
 */
function along(way: Vec2, allowed: MetersPerSecond, percept: Percept, soFar: Vec2): Omit<Steering, 'memory'> {
  const { body, pose, velocity } = percept;
  const off = wrapAngle(angleOf(way) - pose.heading);
  const most = Math.min(allowed, speedBesideWalls(percept, way, approachAhead)) * Math.max(0, Math.cos(off));
  const turns = Math.abs(off) > (most < WAIT_SPEED ? WAIT_ANGLE : TURN_ANGLE);
  const desiredVelocity = turns ? ZERO : way;
  return {
    force: sub(scale(sub(desiredVelocity, velocity), body.steeringGain), soFar),
    gain: length(soFar) > 0 ? 0 : 1,
    desiredVelocity,
    velocityScale: scaleOfDesired(turns ? 0 : most, desiredVelocity, percept),
    lookahead: body.radius,
    ...(turns && { face: angleOf(way) }),
  };
}

/** It follows a straight way: it does not turn to the walls. */
const approachAhead = (bearing: Radians): number => Math.max(0, Math.cos(bearing));

/** What speed depends on. */
interface Filing {
  readonly door: Door;
  readonly lane: Lane;
  readonly number: number;
  readonly members: readonly Member[];
  readonly leader: Member | undefined;
}

/**
 * The speed with which it can stop behind the one that goes before it, behind bodies in its way, and beside all others.
 *
 * In its lane: v²/2a + v·T ≤ d − d_before − 2r − 15 mm + 0.8·v_before²/2a, with the ways d to the mouth, v_before towards it: they
 * change no faster than places, so the bodies are at least that far apart. From robots
 * of other lanes before the mouth, and from all that do not file in, it keeps apart by the halves of the gap
 * (`speedBeside`), to where they can be at worst.
 */
function speedAmongMembers(
  percept: Percept,
  { door, lane, number, members, leader }: Filing,
): MetersPerSecond {
  const { body, pose } = percept;
  let room = Number.POSITIVE_INFINITY;
  if (leader) {
    const behind = wayToMouth(door, lane, pose) - wayToMouth(door, lane, leader.says.pose);
    const apart = body.radius + leader.radius + FOLLOWING_GAP;
    const { pose: there, speed } = leader.says;
    const way = sub(pointAhead(door, lane, there, AHEAD_RADII * body.radius), there);
    const approaches = speed * Math.cos(wrapAngle(angleOf(way) - there.heading));
    room = behind - apart + stoppingWay(approaches, body.maxAcceleration);
  }
  const filing = new Map(members.map((member) => [member.id, member]));
  const inside = isInLane(door, pose, lane);
  let allowed: MetersPerSecond = body.maxSpeed;
  for (const other of othersAtWorst(percept, REACH_RADII * body.radius)) {
    const fellow = filing.get(other.id);
    const abreast = inside && fellow && isInLane(door, fellow.says.pose, lane);
    if (fellow && (fellow.lane === number || abreast)) room = Math.min(room, wayBehind(fellow, percept));
    else allowed = Math.min(allowed, speedBeside(percept, other, pose.heading, BODY_GAP));
  }
  return Math.min(allowed, stopsIn(room, percept));
}

const stopsIn = (way: Meters, { body, dt }: Percept): MetersPerSecond =>
  brakingSpeed(Math.max(0, way), BRAKING_SHARE * body.maxAcceleration, settlingTime(dt)).speed;

/**
 * How much farther it comes towards the mouth [m]: 0.8·v²/2a, in less it does not stop. As much as behind the door, where it
 * may turn (`leastRetreat`): with more, each robot that leaves the door would brake, and so would all behind it. Below 0 for
 * one that still goes the other way: all of v²/2a.
 */
const stoppingWay = (speed: MetersPerSecond, a: number): Meters =>
  ((speed > 0 ? STOPPING_SHARE : -1) * speed ** 2) / (2 * a);
const STOPPING_SHARE = 0.8;

/** The way straight ahead to the body of another; if it drives the same way, to where that can stop. */
function wayBehind({ says, radius }: Member, { pose, body }: Percept): Meters {
  const ahead = fromPolar(1, pose.heading);
  const offset = sub(says.pose, pose);
  const [far, aside] = [dot(offset, ahead), cross(ahead, offset)];
  const both = body.radius + radius + BODY_GAP;
  if (far <= 0 || Math.abs(aside) >= both) return Number.POSITIVE_INFINITY;
  const goesOn = Math.cos(says.pose.heading - pose.heading) > 0.5;
  return (
    far -
    Math.sqrt(both * both - aside * aside) +
    (goesOn ? stoppingWay(says.speed, body.maxAcceleration) : 0)
  );
}

const marksOf = (door: Door, lane: Lane, { pose, body }: Percept, leader: Member | undefined): Mark[] => [
  {
    kind: 'segment',
    from: pose,
    to: pointAhead(door, lane, pose, wayToMouth(door, lane, pose)),
    label: 'mouth',
  },
  ...(leader
    ? [{ kind: 'circle', at: leader.says.pose, radius: body.radius, label: 'goes before' } as const]
    : []),
];
