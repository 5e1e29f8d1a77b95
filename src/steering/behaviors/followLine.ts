/** Follow line: drive along a line of tape on the floor by two or more reflectance sensors, to its end. */
import { z } from 'zod';
import {
  add,
  angleOf,
  clamp,
  distance,
  dot,
  fromPolar,
  length,
  sub,
  type Vec2,
  wrapAngle,
  ZERO,
} from '../../math/geometry.js';
import {
  deg,
  type Meters,
  type MetersPerSecond,
  type Radians,
  type RadiansPerSecond,
  type Seconds,
} from '../../math/units.js';
import type { LevelReading } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept, Steering } from '../behavior.js';
import { standsStill } from '../braking.js';
import { desire } from '../desire.js';
import { entryOf } from '../entry.js';
import { type Felt, felt, waitingMarks } from '../felt.js';
import { detourAt, detouring, isOver, type LineSensors, LOST, meeting } from '../line/detour.js';
import {
  hasMoved,
  isTaken,
  joining,
  type LineMemory,
  lineNoted,
  NO_LINE,
  newsAhead,
} from '../line/lineMemory.js';
import { contrastWith, inBody, type LineSight, lineSight } from '../line/lineSight.js';

const followLineParameters = z.strictObject({
  line: z
    .enum(['dark', 'bright'])
    .default('dark')
    .describe('Whether the line is darker or brighter than the floor.'),
  threshold: quantity('', { above: 0, below: 1 })
    .optional()
    .describe('The level between line and floor; unless given, the contrast seen so far tells them apart.'),
  width: quantity('m', { above: 0 }).default(0.019).describe('The width of the line.'),
  bend: quantity('m', { above: 0 })
    .default(0.15)
    .describe('The radius of the line’s tightest bend: for a tighter one it drives slower.'),
  gap: quantity('m', { min: 0 }).default(0.02).describe('The longest gap in the line that it drives across.'),
});

export type FollowLineInput = Written<typeof followLineParameters>;

type Parameters = z.output<typeof followLineParameters>;

/** What the sensors tell in a tick, and how it is to be read. */
interface Sensed {
  readonly floor: Felt<LevelReading>;
  readonly parameters: Parameters;
}

/** What was followed for less than this may be a spot, and does not count as a line. */
const LEAST_WAY: Meters = 0.2;
/**
 * The sensors' circle crosses a line that leads on, also behind a corner of 150°, at less than this to either side; so far the
 * outermost sensor looks.
 */
const SEARCH_ANGLE: Radians = deg(155);
/** Also with sensors beside the axle. */
const LEAST_SEARCH: Radians = deg(100);
/** A turn ends this near to its heading. */
const TURNED: Radians = deg(4);
/** It turns on the spot to a point that lies farther aside. */
const FACING: Radians = deg(50);
/** The heading asked for is ahead by the turn of this time: the slope of `turnOnSpot` is 1/(0.125 s). */
const LEAD_SECONDS = 0.125;

/**
 * Drives along a line on the floor, round its bends and across its gaps, to its end.
 *
 * The line's point under the sensors (`lineSight`) is a point ahead of the axle: v_d = v · unit(point − p), on the arc
 * to it (pure pursuit). v lets the line wander from the middle of the sensors by no more than they reach, on the bend's
 * radius R: v = √(2 R y)/(2 T), with y the outermost sensor's offset + half the width, and T = period + latency and lag + m/k.
 *
 * Where no sensor is on the line it drives on for `gap`, then stands and turns to the side where it saw the line last,
 * until its outermost sensor looks to 155°, as far to the other, and back. A line that leads on crosses the circle that the
 * sensors draw; what lies on the line behind, whose last points it remembers, does not count. If they find none, that was
 * the end: it has `arrived`, standing. Before it has followed a line, a search that fails makes it silent.
 *
 * Where another behavior, as `avoidObstacles`, leads it off the line, it drives along the rim of what stands there
 * (`followWall`) until its sensors meet the line again; there it turns away from the thing, and follows. Where nothing is seen
 * there, it drives along the line's last direction, from one side of it to the other. If it finds no line it stands, and says so.
 *
 * While a sensor sends nothing it stands: it cannot tell line from floor. Silent with less than two sensors.
 * Source: Coulter 1992 (pure pursuit), with the look-ahead given by the sensors' mount.
 *
 * @example
 * ```ts
 * import { followLine, scenario, simulate } from 'steerbot';
 * const world = { lines: [{ points: [[0, 0], [0.6, 0]] }] };
 * const robots = [{ robot: 'makeblock-mbot', at: { x: 0, y: 0 }, mission: followLine({}) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '30 s', robots, world }));
 * console.log(a?.outcome, a?.finalPose.x.toFixed(1)); // arrived 0.5
 * ```
 */
export function followLine(input: FollowLineInput = {}): Behavior<LineMemory> {
  const parameters = checkedInput('followLine', followLineParameters, input);
  return {
    name: 'followLine',
    input,
    start: () => NO_LINE,
    steer(percept, before) {
      const floor = felt(percept, 'reflectance', percept.levels);
      if (floor.news.length + floor.silent.length < 2) return { memory: before };
      if (floor.silent.length > 0)
        return desire(percept, ZERO, before, { marks: waitingMarks(percept, floor.silent) });
      if (before.over && before.way >= LEAST_WAY) return ended(percept, before);
      const contrast = contrastWith(before.contrast, floor);
      const sight = lineSight(newsAhead(floor, before, parameters.width), contrast, parameters);
      if (sight && isTaken(before, percept.pose.heading))
        return follow(percept, lineNoted(before, contrast, sight), { floor, parameters });
      const { detour = null, leads = 0 } = before;
      const memory = {
        ...before,
        contrast,
        detour: detour && sight ? meeting(detour, sight, leads, percept.pose.heading) : detour,
      };
      return before.over ? { memory } : lost(percept, memory, { floor, parameters });
    },
  };
}

/** The axle stands before the end of the line, which the sensors have passed. */
const LINE_END_RADIUS: Meters = 0.15;

followLine.entry = entryOf({
  about: 'Drive along a line of tape on the floor by two or more reflectance sensors, to its end.',
  parameters: followLineParameters,
  marks: {
    line: 'Where the robot’s sensors saw the line last.',
  },
  goal: () => ({ kind: 'followLine', within: LINE_END_RADIUS }),
  needs: { senses: 'reflectance', least: 2 },
});

/** At the line's end it stands; where there never was a line, it has nothing to say. */
function ended(percept: Percept, memory: LineMemory): Steering<LineMemory> {
  if (memory.way < LEAST_WAY) return { memory };
  return desire(percept, ZERO, memory, { arrived: standsStill(percept.forwardSpeed) });
}

/** Drives to the point where the line was seen, or beyond it while it crosses a gap. */
function follow(percept: Percept, memory: LineMemory, sensed: Sensed): Steering<LineMemory> {
  const { pose } = percept;
  const { at, along, aside } = memory.seen as LineSight;
  const arm = length(along);
  const near = distance(pose, at) < arm / 2 || inBody(pose, at).x < 0;
  const aim = near ? add(at, fromPolar(arm / 2, angleOf(along))) : at;
  const bearing = wrapAngle(angleOf(sub(aim, pose)) - pose.heading);
  const marks = [{ kind: 'point', at, label: 'line' } as const];
  if (Math.abs(bearing) > FACING) return turnBy(percept, bearing, memory, sensed);
  const off = Math.abs(aside) / reachOf(sensed);
  const speed = speedFor(percept, sensed) * (1 - off / 2) * Math.cos(bearing);
  return desire(percept, fromPolar(speed, pose.heading + bearing), memory, {
    lookahead: distance(pose, aim),
    marks,
  });
}

/** Drives round what stands on the line, or on for the gap; then it looks for the line. */
function lost(percept: Percept, memory: LineMemory, sensed: Sensed): Steering<LineMemory> {
  const { pose } = percept;
  const { seen, search, leads } = memory;
  if (!seen || search) return looking(percept, memory, sensed);
  // Where it was when it saw that there is no line: the pose is predicted.
  const here = sensed.floor.news[0]?.reading.from ?? pose;
  const ahead = leads ?? angleOf(seen.along);
  const line = { at: seen.at, leads: ahead, width: sensed.parameters.width };
  const mayBegin = leads !== undefined && !memory.detour && hasMoved(here, seen);
  const detour = memory.detour ?? (mayBegin ? detourAt(percept, here, line, sensorsOf(sensed)) : undefined);
  if (detour?.met && isOver(pose, detour.met.at))
    return looking(percept, joining(memory, detour.met, pose), sensed);
  if (detour) return detouring(percept, memory, line, detour);
  // The body gets as far as that pose, whatever it is told now.
  if (beyond(seen, pose, ahead) < sensed.parameters.gap) return follow(percept, memory, sensed);
  return looking(percept, memory, sensed);
}

/** Turns on the spot until a sensor is on the line. */
function looking(percept: Percept, memory: LineMemory, sensed: Sensed): Steering<LineMemory> {
  const { seen, search } = memory;
  const { heading } = percept.pose;
  if (!search && !standsStill(percept.forwardSpeed)) return desire(percept, ZERO, memory);
  const now = search ?? { about: heading, side: seen && seen.aside < 0 ? -1 : 1, leg: 0 };
  // Through the direction ahead, also where the way round the back would be shorter.
  const left = [1, -1, 0][now.leg] as number;
  const turn = left * now.side * (now.within ?? searchAngle(sensed)) - wrapAngle(heading - now.about);
  if (Math.abs(turn) > TURNED) return turnBy(percept, turn, { ...memory, search: now }, sensed);
  if (now.leg < 2) {
    const next = { ...now, leg: now.leg === 0 ? 1 : 2 } as const;
    return turnBy(percept, 0, { ...memory, search: next }, sensed);
  }
  if (now.within === undefined) return ended(percept, { ...memory, search: null, over: true });
  return desire(percept, ZERO, memory, { stands: LOST });
}

const searchAngle = ({ floor }: Sensed): Radians =>
  Math.max(
    LEAST_SEARCH,
    SEARCH_ANGLE - Math.max(...floor.news.map(({ mount: { at } }) => Math.abs(angleOf(at)))),
  );

/** How far the body has driven on since it saw the line last; turning on the spot is no way. */
const beyond = ({ at, along }: LineSight, here: Vec2, leads: Radians): Meters =>
  dot(sub(here, sub(at, along)), fromPolar(1, leads));

/** Turns on the spot, so slowly that no sensor passes over the line between two ticks. */
function turnBy(percept: Percept, turn: Radians, memory: LineMemory, sensed: Sensed): Steering<LineMemory> {
  const lead = turnRateFor(percept, sensed) * LEAD_SECONDS;
  return desire(percept, ZERO, memory, { face: percept.pose.heading + clamp(turn, -lead, lead) });
}

/** How far the line may wander to a side before no sensor is on it. */
const reachOf = ({ floor, parameters: { width } }: Sensed): Meters =>
  Math.max(...floor.news.map(({ mount }) => Math.abs(mount.at.y))) + width / 2;

/** Their middle, from the axle, and how far beside it they see the line. */
const sensorsOf = (sensed: Sensed): LineSensors => ({
  arm: Math.max(...sensed.floor.news.map(({ mount }) => mount.at.x)),
  reach: reachOf(sensed),
});

/**
 * The way on which a bend leads from the middle of the sensors to their end is √(2 R y); half of it is for seeing the bend,
 * half for turning in.
 */
function speedFor({ body, dt }: Percept, sensed: Sensed): MetersPerSecond {
  const late = dt + body.reaction + body.mass / body.steeringGain;
  const way = Math.sqrt(2 * sensed.parameters.bend * reachOf(sensed)) / 2;
  return Math.min(body.maxSpeed, way / late);
}

const MAX_TURN_RATE: RadiansPerSecond = 1.5;
/** Sensors report at least this often. */
const REPORT_PERIOD: Seconds = 0.02;

function turnRateFor({ dt }: Percept, { floor, parameters }: Sensed): RadiansPerSecond {
  const arm = Math.max(...floor.news.map(({ mount }) => length(mount.at)));
  return Math.min(MAX_TURN_RATE, parameters.width / (2 * arm * Math.max(dt, REPORT_PERIOD)));
}
