/** Round a thing that stands on a line: along its rim, until the line is met again. */
import {
  add,
  cross,
  distance,
  dot,
  fromPolar,
  length,
  type Pose,
  scale,
  sub,
  truncate,
  unit,
  type Vec2,
  ZERO,
} from '../../math/geometry.js';
import type { Meters, Radians, Seconds } from '../../math/units.js';
import type { Obstacle, Reason } from '../../signals/signals.js';
import { gapTo, nearestPoint } from '../avoidance/obstacles.js';
import type { Percept, Steering } from '../behavior.js';
import { followWall } from '../behaviors/followWall.js';
import { desire } from '../desire.js';
import type { LineSight } from './lineSight.js';

/** A line where it was seen last. */
export interface KnownLine {
  readonly at: Vec2;
  /** Its direction there. */
  readonly leads: Radians;
}

/** Where its reflectance sensors are. */
export interface LineSensors {
  /** From the axle to their middle. */
  readonly arm: Meters;
  /** How far beside their middle they see the line. */
  readonly reach: Meters;
}

/** Plain JSON. */
export interface Detour {
  /** On which side the thing is: 1 left, −1 right. */
  readonly side: 1 | -1;
  /** From where the line was seen last to where the thing begins, along the line. */
  readonly stub: Meters;
  /** Driven so far, and where it was last. */
  readonly driven: Meters;
  readonly at: Vec2;
  /** It sees nothing of the thing, and drives where the line should lead. */
  readonly isFree?: boolean;
  /** The line behind the thing, where its sensors have met it. */
  readonly met?: KnownLine;
}

/** So much farther than two radii from the place where the line was seen last nothing is in its way. */
const AHEAD: Meters = 0.15;
/** Nothing farther from that place than two radii and this has led it off. */
const NEAR: Meters = 0.5;
/** Things stand in its way that leave so little room beside the body. */
const ROOM: Meters = 0.08;
/** Of the sensors' arm: farther from the tangent their circle hardly crosses it, and a turn on the spot finds no line. */
const FAR_SHARE = 0.7;
/** Shorter ones were none: it has only turned on the spot. */
export const LEAST_DETOUR: Meters = 0.1;
/** Behind a thing with a longer rim the line is not looked for. */
const LONGEST: Meters = 6;

/**
 * The beginning of a detour, where another behavior has led the body off the line because of a thing on it; undefined else.
 *
 * Led off: the sensors are farther beside the tangent of the line than they reach. Only then they could not see a line that
 * leads on: where they look along it and see nothing, it ends.
 */
export function detourAt(
  { body, obstacles }: Percept,
  pose: Pose,
  { at, leads }: KnownLine,
  { arm, reach }: LineSensors,
): Detour | undefined {
  if (arm <= 0) return undefined;
  const ahead = fromPolar(1, leads);
  const sensors = add(pose, fromPolar(arm, pose.heading));
  const aside = cross(ahead, sub(sensors, at));
  if (Math.abs(aside) <= reach) return undefined;
  const isFar = Math.abs(cross(ahead, sub(pose, at))) > FAR_SHARE * arm;
  const near = obstacles.filter((one) => gapTo(at, one) < 2 * body.radius + NEAR);
  if (near.length === 0) return undefined;
  const free = Math.min(...near.map((one) => freeBefore(one, at, ahead, body.radius)));
  if (!isFar && free === Number.POSITIVE_INFINITY) return undefined;
  const stub = free === Number.POSITIVE_INFINITY ? 0 : free + body.radius;
  // It was led to the left: the thing is right of it.
  return { side: aside > 0 ? -1 : 1, stub, driven: 0, at: { x: pose.x, y: pose.y } };
}

/** How far along the tangent the body fits beside a thing; Infinity if it does all the way. */
function freeBefore(thing: Obstacle, from: Vec2, ahead: Vec2, radius: Meters): Meters {
  if (dot(sub(nearestPoint(from, thing), from), ahead) < 0) return Number.POSITIVE_INFINITY;
  for (let s = 0; s <= 2 * radius + AHEAD; s += radius / 3)
    if (gapTo(add(from, scale(ahead, s)), thing) < radius + ROOM) return s;
  return Number.POSITIVE_INFINITY;
}

/** The axle is over a line that is nearer. */
const NEAR_MET: Meters = 0.01;
/** Farther from it, it was led away again. */
const MET_WITHIN: Meters = 0.1;
/** So far from a line that it has met it does not go back to it. */
const LEFT: Meters = 0.5;
/** A line is under a sensor for at least two readings; boards send 20 a second. */
const READING_PERIOD: Seconds = 0.05;
/** Nor farther ahead than this. */
const FARTHEST: Meters = 3;
/** Where nothing is seen it steers for the tangent so far ahead, and so far to either side of it, in turn. */
const BACK_AHEAD: Meters = 0.15;
const SWING: Meters = 0.06;
const SWING_LENGTH: Meters = 0.6;
const ALONG = { 1: followWall({ side: 'left' }), [-1]: followWall({ side: 'right' }) } as const;
export const LOST: Reason = {
  why: 'it has not found its line again behind what stands on it',
  blocked: true,
};

/**
 * The sensors have met a line: along the rim of a thing crosswise, and it leads away from the thing.
 *
 * @param leads where it led before the thing, which counts where it drives along that direction
 */
export function meeting(detour: Detour, { at }: LineSight, leads: Radians, heading: Radians): Detour {
  if (detour.met) return detour;
  const outward = heading - detour.side * (Math.PI / 2);
  return { ...detour, met: { at, leads: detour.isFree ? leads : outward } };
}

/** Whether the axle has reached the line that was met. */
export const isOver = (pose: Pose, met: Vec2): boolean =>
  distance(pose, met) < MET_WITHIN && dot(sub(met, pose), fromPolar(1, pose.heading)) < NEAR_MET;

/** Drives along the rim of the thing, and over the line that it meets there. */
export function detouring<M extends { readonly detour?: Detour | null }>(
  percept: Percept,
  memory: M,
  line: KnownLine & { readonly width: Meters },
  before: Detour,
): Steering<M> {
  const { pose, body } = percept;
  const { met, ...rest } = before;
  const { side, at, driven } = rest;
  const { width } = line;
  const detour: Detour = { ...rest, driven: driven + distance(at, pose), at: { x: pose.x, y: pose.y } };
  if (detour.driven > LONGEST) return desire(percept, ZERO, { ...memory, detour }, { stands: LOST });
  // Led away from a line that it has met, it has to meet it again.
  if (met && distance(pose, met.at) < LEFT) {
    const to = sub(met.at, pose);
    const now = { ...memory, detour: { ...detour, met } };
    return desire(percept, scale(unit(to), body.maxSpeed / 4), now, { lookahead: length(to) });
  }
  const { desiredVelocity, marks = [], lookahead } = ALONG[side].steer(percept, { side }, ZERO);
  if (!desiredVelocity)
    return alongTangent(percept, { ...memory, detour: { ...detour, isFree: true } }, line, side);
  const most = width / (2 * Math.max(READING_PERIOD, percept.dt));
  const velocity = truncate(desiredVelocity, most);
  const shown = { marks, ...(lookahead !== undefined && { lookahead }) };
  return desire(percept, velocity, { ...memory, detour: { ...detour, isFree: false } }, shown);
}

/** Drives where the line should lead, from one side of the tangent to the other, so that it meets the line crosswise. */
function alongTangent<M>(
  percept: Percept,
  memory: M,
  { at, leads }: KnownLine,
  side: Detour['side'],
): Steering<M> {
  const { pose, body } = percept;
  const ahead = fromPolar(1, leads);
  const onward = Math.max(0, dot(ahead, sub(pose, at))) + BACK_AHEAD;
  if (onward > FARTHEST) return desire(percept, ZERO, memory, { stands: LOST });
  const swing = side * SWING * Math.sin((2 * Math.PI * onward) / SWING_LENGTH);
  const aside = fromPolar(swing, leads + Math.PI / 2);
  const to = sub(add(add(at, scale(ahead, onward)), aside), pose);
  return desire(percept, scale(unit(to), body.maxSpeed / 2), memory, { lookahead: length(to) });
}
