/** Follow line: drive along a line of tape on the floor by two or more reflectance sensors, to its end. */
import { z } from 'zod';
import {
  add,
  angleOf,
  clamp,
  distance,
  fromPolar,
  length,
  nearestOnSegment,
  scale,
  sub,
  toWorld,
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
import { quantity } from '../../validation/quantity.js';
import type { Behavior, Percept, Steering } from '../behavior.js';
import { standsStill } from '../braking.js';
import { desire } from '../desire.js';
import { type Felt, felt, waitingMarks } from '../felt.js';
import { type Contrast, contrastWith, inBody, type LineSight, lineSight } from '../line/lineSight.js';

export const followLineParameters = z.strictObject({
  /** Whether the line is darker or brighter than the floor. */
  line: z.enum(['dark', 'bright']).default('dark'),
  /** A fixed level between line and floor; without it the contrast seen so far tells them apart. */
  threshold: quantity('', { above: 0, below: 1 }).optional(),
  /** Width of the line [m]. */
  width: quantity('m', { above: 0 }).default(0.019),
  /** Radius of its tightest bend [m]. */
  bend: quantity('m', { above: 0 }).default(0.15),
  /** The longest gap in it that it drives across [m]. */
  gap: quantity('m', { min: 0 }).default(0.02),
});

export interface FollowLineInput {
  readonly line?: 'dark' | 'bright';
  readonly threshold?: number | string;
  readonly width?: number | string;
  readonly bend?: number | string;
  readonly gap?: number | string;
}

type Parameters = z.output<typeof followLineParameters>;

/** What the sensors tell in a tick, and how it is to be read. */
interface Sensed {
  readonly floor: Felt<LevelReading>;
  readonly parameters: Parameters;
}

/** A turn on the spot that looks for the line. */
interface Search {
  /** The heading about which it looks. */
  readonly about: Radians;
  /** The side that it looks to first: 1 left, −1 right. */
  readonly side: 1 | -1;
  /** To that side, to the other one, and back. */
  readonly leg: 0 | 1 | 2;
}

interface Memory {
  readonly contrast: Contrast | null;
  /** The line where it was seen last; null before. */
  readonly seen: LineSight | null;
  /** The way along the line so far. */
  readonly way: Meters;
  /** Points of the line on that way, the last ones. */
  readonly trail: readonly Vec2[];
  /** The line before a corner, until enough of the next one is driven. */
  readonly behind: readonly Vec2[];
  readonly search: Search | null;
  /** The last search found nothing. */
  readonly over: boolean;
}

const START: Memory = {
  contrast: null,
  seen: null,
  way: 0,
  trail: [],
  behind: [],
  search: null,
  over: false,
};

/** What was followed for less than this may be a spot, and does not count as a line. */
const LEAST_WAY: Meters = 0.2;
/**
 * The sensors' circle crosses a line that leads on, also behind a corner of 150°, at less than this to either side; so far the
 * outermost sensor looks.
 */
const SEARCH_ANGLE: Radians = deg(155);
/** Also with sensors beside the axle. */
const LEAST_SEARCH: Radians = deg(100);
/** The line behind is known by its last points: so far apart, and so many. A search must not find it. */
const TRAIL_STEP: Meters = 0.02;
const TRAIL_POINTS = 12;
/** After so many points of the next line the one behind is out of sight. */
const LEAVING_POINTS = 5;
/** Of the line's width: nearer than this to them a point lies on the line behind. */
const BEHIND_SHARE = 0.8;
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
 * until its outermost sensor looks to 155°, as far to the other, and back. A line that leads on crosses the circle that the sensors draw; what lies on the line
 * behind, whose last points it remembers, does not count. If they find none,
 * that was the end: it has `arrived`, standing. Before it has followed a line, a search that fails makes it silent.
 *
 * While a sensor sends nothing it stands: it cannot tell line from floor. Silent with less than two sensors.
 * Source: Coulter 1992 (pure pursuit), with the look-ahead given by the sensors' mount.
 */
export function followLine(input: FollowLineInput = {}): Behavior<Memory> {
  const parameters = checkedInput('followLine', followLineParameters, input);
  return {
    name: 'followLine',
    input,
    start: () => START,
    steer(percept, before) {
      const floor = felt(percept, 'reflectance', percept.levels);
      if (floor.news.length + floor.silent.length < 2) return { memory: before };
      if (floor.silent.length > 0)
        return desire(percept, ZERO, before, { marks: waitingMarks(percept, floor.silent) });
      if (before.over && before.way >= LEAST_WAY) return ended(percept, before);
      const contrast = contrastWith(before.contrast, floor);
      const sight = lineSight(ahead(floor, before, parameters.width), contrast, parameters);
      if (sight) return follow(percept, noted(before, contrast, sight), { floor, parameters });
      const memory = { ...before, contrast };
      return before.over ? { memory } : lost(percept, memory, { floor, parameters });
    },
  };
}

/** What sensors tell that are not over the line behind. */
function ahead(
  floor: Felt<LevelReading>,
  { search, trail, behind }: Memory,
  width: Meters,
): Felt<LevelReading> {
  const old = search ? trail : behind;
  if (old.length === 0) return floor;
  const isNew = ({ mount, reading }: Felt<LevelReading>['news'][number]) =>
    !liesOn(old, toWorld(reading.from, mount.at), BEHIND_SHARE * width);
  return { ...floor, news: floor.news.filter(isNew) };
}

function noted(before: Memory, contrast: Contrast | null, sight: LineSight): Memory {
  const { seen, way, search } = before;
  const step = seen ? distance(seen.at, sight.at) : 0;
  // Behind a corner another line begins.
  const kept = search ? [] : before.trail;
  const last = kept.at(-1);
  const isNext = !last || distance(last, sight.at) >= TRAIL_STEP;
  const trail = isNext ? [...kept, sight.at].slice(-TRAIL_POINTS) : kept;
  const behind = search ? before.trail : trail.length > LEAVING_POINTS ? [] : before.behind;
  return { contrast, seen: sight, way: way + step, trail, behind, search: null, over: false };
}

/** Whether a point is within a distance of a line through points. */
const liesOn = (points: readonly Vec2[], at: Vec2, within: Meters): boolean =>
  points.some((from, i) => {
    const to = points[i + 1] ?? from;
    const share = nearestOnSegment(at, from, to);
    return distance(at, add(from, scale(sub(to, from), share))) < within;
  });

/** At the line's end it stands; where there never was a line, it has nothing to say. */
function ended(percept: Percept, memory: Memory): Steering<Memory> {
  if (memory.way < LEAST_WAY) return { memory };
  return desire(percept, ZERO, memory, { arrived: standsStill(percept.forwardSpeed) });
}

/** Drives to the point where the line was seen, or beyond it while it crosses a gap. */
function follow(percept: Percept, memory: Memory, sensed: Sensed): Steering<Memory> {
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

/** Drives on for the gap, then looks for the line. */
function lost(percept: Percept, memory: Memory, sensed: Sensed): Steering<Memory> {
  const { seen, search } = memory;
  if (seen && !search && beyond(seen, sensed) < sensed.parameters.gap) return follow(percept, memory, sensed);
  const { heading } = percept.pose;
  const now = search ?? { about: heading, side: seen && seen.aside < 0 ? -1 : 1, leg: 0 };
  if (!search && !standsStill(percept.forwardSpeed)) return desire(percept, ZERO, memory);
  // Through the direction ahead, also where the way round the back would be shorter.
  const left = [1, -1, 0][now.leg] as number;
  const turn = left * now.side * searchAngle(sensed) - wrapAngle(heading - now.about);
  if (Math.abs(turn) > TURNED) return turnBy(percept, turn, { ...memory, search: now }, sensed);
  if (now.leg === 2) return ended(percept, { ...memory, search: null, over: true });
  return turnBy(percept, 0, { ...memory, search: { ...now, leg: now.leg === 0 ? 1 : 2 } }, sensed);
}

const searchAngle = ({ floor }: Sensed): Radians =>
  Math.max(
    LEAST_SEARCH,
    SEARCH_ANGLE - Math.max(...floor.news.map(({ mount: { at } }) => Math.abs(angleOf(at)))),
  );

/** How far the sensors are beyond the point where they saw the line last; negative before it. */
function beyond({ at, along }: LineSight, { floor }: Sensed): Meters {
  const [first] = floor.news;
  return first ? length(along) - inBody(first.reading.from, at).x : 0;
}

/** Turns on the spot, so slowly that no sensor passes over the line between two ticks. */
function turnBy(percept: Percept, turn: Radians, memory: Memory, sensed: Sensed): Steering<Memory> {
  const lead = turnRateFor(percept, sensed) * LEAD_SECONDS;
  return desire(percept, ZERO, memory, { face: percept.pose.heading + clamp(turn, -lead, lead) });
}

/** How far the line may wander to a side before no sensor is on it. */
const reachOf = ({ floor, parameters: { width } }: Sensed): Meters =>
  Math.max(...floor.news.map(({ mount }) => Math.abs(mount.at.y))) + width / 2;

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
