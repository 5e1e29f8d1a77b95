/** Arrows at the moments: the body's velocity, and the force that each behavior asked for. */

import {
  distance,
  fromPolar,
  isFiniteVec,
  length,
  type Pose,
  scale,
  type Vec2,
} from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import type { Tick } from '../../src/signals/signals.js';
import { BehaviorSlots, colorOfSlot } from '../../src/svg/behaviorColors.js';
import { VELOCITY } from '../../src/svg/colors.js';
import { element, group, polygon, tooltip } from '../../src/svg/svg.js';
import type { Moment, RobotTrace } from '../engine/trace.js';
import type { Scenario } from '../scenario/scenario.js';
import { type PlotFrame, roundUp } from './frame.js';

/** Forces, marks and names of more robots than this would overlap. */
const MAX_DETAILED_ROBOTS = 12;

/** The robots with forces and marks: all if they are few, else only the first. */
export const detailedTraces = (traces: readonly RobotTrace[]): readonly RobotTrace[] =>
  traces.length > MAX_DETAILED_ROBOTS ? traces.slice(0, 1) : traces;

/** The scale of arrows: `pixels` long is `value` in its unit. */
export interface ArrowKey {
  readonly value: number;
  readonly pixels: number;
  /** Whether an arrow was cut to the longest length. */
  readonly cut: boolean;
}

export interface ArrowKeys {
  readonly velocity: ArrowKey;
  readonly force: ArrowKey;
}

/** Longest arrow drawn, in lengths of its key. */
export const MAX_ARROW_LENGTH = 1.6;
/** More moments than this, or nearer ones than this [pixels], would hide each other. */
const MAX_ARROWS = 120;
const ARROW_SPACING = 10;
const HEAD_LENGTH = 7;

/** The moments at which the body had moved since the one before: for a wait the first is enough. */
function apart(moments: readonly Moment[], least: Meters): Moment[] {
  const kept: Moment[] = [];
  for (const moment of moments.filter(({ pose }) => isFiniteVec(pose))) {
    const last = kept.at(-1);
    if (!last || distance(last.pose, moment.pose) >= least) kept.push(moment);
  }
  return kept;
}

/** The traces with as many moments as a reader can distinguish. */
export function thinMoments(frame: PlotFrame, traces: readonly RobotTrace[]): RobotTrace[] {
  const spread = traces.map((trace) => ({
    ...trace,
    moments: apart(trace.moments, ARROW_SPACING / frame.scale),
  }));
  const stride = Math.max(1, Math.ceil(spread.reduce((n, t) => n + t.moments.length, 0) / MAX_ARROWS));
  return spread.map((trace) => ({ ...trace, moments: trace.moments.filter((_, i) => i % stride === 0) }));
}

/** Velocity along the heading: a wheeled body has no other. */
const velocityOf = ({ pose, tick }: Moment): Vec2 =>
  fromPolar((tick.estimate.wheels.left + tick.estimate.wheels.right) / 2, pose.heading);

/** The behaviors that answered, in order of their first answer. */
export const behaviorsOf = (traces: readonly RobotTrace[]): string[] => [
  ...new Set(
    traces.flatMap(({ moments }) => moments.flatMap(({ tick }) => tick.contributions.map((v) => v.behavior))),
  ),
];

/** The color of each behavior that spoke. */
export function forceColors(traces: readonly RobotTrace[]): (behavior: string) => string {
  const slots = new BehaviorSlots().add(behaviorsOf(traces));
  return (behavior) => colorOfSlot(slots.slot(behavior), 'light');
}

function keyFor(lengths: readonly number[], limit: number, pixels: number): ArrowKey {
  const longest = lengths.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), 0);
  const value = roundUp(longest > 0 ? Math.min(longest, limit) : limit);
  return { value, pixels, cut: longest > value * MAX_ARROW_LENGTH };
}

/** One scale for all velocities and one for all forces; a requested force may exceed the body's limit. */
export function arrowKeys(frame: PlotFrame, scenario: Scenario, traces: readonly RobotTrace[]): ArrowKeys {
  const moments = traces.flatMap((trace) => trace.moments);
  const radius = Math.max(0, ...traces.map((trace) => trace.radius)) * frame.scale;
  const pixels = Math.min(52, Math.max(30, 1.3 * radius));
  const limits = scenario.robots.map(({ robot }) => robot.limits);
  const forces = moments.flatMap(({ tick }) => tick.contributions.map(({ force }) => length(force)));
  return {
    velocity: keyFor(
      moments.map(velocityOf).map(length),
      Math.max(0, ...limits.map((l) => l.speed)),
      0.8 * pixels,
    ),
    force: keyFor(forces, Math.max(0, ...limits.map((l) => l.force)), pixels),
  };
}

/** An arrow on the page; '' if it is too short for a head. */
export function arrow(from: Vec2, along: Vec2, color: string, content = ''): string {
  const size = length(along);
  if (!(size > 2)) return '';
  const forward = scale(along, 1 / size);
  const side = { x: -forward.y, y: forward.x };
  const head = Math.min(HEAD_LENGTH, size * 0.6);
  const on = (ahead: number, aside: number) => ({
    x: from.x + forward.x * ahead + side.x * aside,
    y: from.y + forward.y * ahead + side.y * aside,
  });
  const neck = on(size - head * 0.8, 0);
  const shaft = `M${[from.x, from.y, neck.x, neck.y].map((v) => v.toFixed(1)).join(' ')}`;
  const tip = polygon([on(size, 0), on(size - head, head * 0.42), on(size - head, -head * 0.42)], {
    fill: color,
    stroke: 'none',
  });
  return element('g', { stroke: color }, content + element('path', { d: shaft, fill: 'none' }) + tip);
}

/** A world vector at a world point, in the key's scale, y up, cut to a longest length. */
function drawVector(
  frame: PlotFrame,
  at: Pose,
  vector: Vec2,
  key: ArrowKey,
  color: string,
  words: string,
): string {
  const factor = key.pixels / key.value;
  const drawn = Math.min(length(vector) * factor, key.pixels * MAX_ARROW_LENGTH);
  const along = scale(vector, drawn / (length(vector) || 1));
  return arrow(frame.place(at), { x: along.x, y: -along.y }, color, tooltip(words));
}

const inUnits = (vector: Vec2, unit: string): string => `${length(vector).toFixed(2)} ${unit}`;

const drawForces = (
  frame: PlotFrame,
  { pose, tick }: Moment,
  key: ArrowKey,
  colorOf: (behavior: string) => string,
): string[] =>
  tick.contributions.map(({ behavior, force }) => {
    const words = `${behavior} ${inUnits(force, 'N')} at ${timeOf(tick)}`;
    return drawVector(frame, pose, force, key, colorOf(behavior), words);
  });

export const timeOf = ({ at }: Tick): string => `${at.toFixed(1)} s`;

/** Draws forces below velocities, so that the direction of motion stays visible. */
export function drawArrows(frame: PlotFrame, traces: readonly RobotTrace[], keys: ArrowKeys): string {
  const colorOf = forceColors(traces);
  const moments = traces.flatMap((trace) => trace.moments);
  const forces = moments.flatMap((moment) => drawForces(frame, moment, keys.force, colorOf));
  const velocities = moments.map((moment) => {
    const velocity = velocityOf(moment);
    const words = `velocity ${inUnits(velocity, 'm/s')} at ${timeOf(moment.tick)}`;
    return drawVector(frame, moment.pose, velocity, keys.velocity, VELOCITY, words);
  });
  return (
    group({ 'stroke-width': 1.6, class: 'forces' }, forces) +
    group({ 'stroke-width': 1.4, class: 'velocities' }, velocities)
  );
}
