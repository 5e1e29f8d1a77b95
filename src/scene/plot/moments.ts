/** Arrows and marks at the moments of a run: the body's velocity, and what each behavior asked for and drew. */
import { distance, isFiniteVec, length, type Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { Tick } from '../../signals/signals.js';
import { group } from '../../svg/svg.js';
import { type ArrowScale, type ArrowScales, isCut, largestLimits } from '../arrowScale.js';
import { type ArrowLook, arrowAt, arrowShape, contributionLook, OUTCOMES } from '../arrows.js';
import { BehaviorSlots } from '../behaviorColors.js';
import { velocityOf } from '../located.js';
import { markShapes, marksOf, type NamedMark } from '../marks.js';
import { roundStep } from '../roundNumbers.js';
import type { Shape } from '../shapes.js';
import { svgOfAll } from '../svg.js';
import type { PlotFrame } from './frame.js';
import type { Moment, PlottedRun, RobotTrace } from './trace.js';

/** Forces, marks and names of more robots than this would overlap. */
const MAX_DETAILED_ROBOTS = 12;

/** The robots with forces and marks: all if they are few, else only the first. */
export const detailedTraces = (traces: readonly RobotTrace[]): readonly RobotTrace[] =>
  traces.length > MAX_DETAILED_ROBOTS ? traces.slice(0, 1) : traces;

/** More moments than this, or nearer ones than this [pixels], would hide each other. */
const MAX_ARROWS = 120;
const ARROW_SPACING = 10;

/** The moments at which the body had moved since the one before: for a wait the first is enough. */
function movedMoments(moments: readonly Moment[], least: Meters): Moment[] {
  const kept: Moment[] = [];
  for (const moment of moments.filter(({ pose }) => isFiniteVec(pose))) {
    const last = kept.at(-1);
    if (!last || distance(last.pose, moment.pose) >= least) kept.push(moment);
  }
  return kept;
}

/** The traces with as many moments as a reader can distinguish. */
export function thinMoments({ px }: PlotFrame, traces: readonly RobotTrace[]): RobotTrace[] {
  const spread = traces.map((trace) => ({
    ...trace,
    moments: movedMoments(trace.moments, ARROW_SPACING * px),
  }));
  const stride = Math.max(1, Math.ceil(spread.reduce((n, t) => n + t.moments.length, 0) / MAX_ARROWS));
  return spread.map((trace) => ({ ...trace, moments: trace.moments.filter((_, i) => i % stride === 0) }));
}

export const timeOf = ({ at }: Tick): string => `${at.toFixed(1)} s`;

const contributionsOf = (traces: readonly RobotTrace[]) =>
  traces.flatMap(({ moments }) => moments.flatMap(({ tick }) => tick.contributions));

/** The behaviors that answered, in order of their first answer. */
export const behaviorsOf = (traces: readonly RobotTrace[]): string[] => [
  ...new Set(contributionsOf(traces).map(({ behavior }) => behavior)),
];

/** The number of the color of each behavior that spoke. */
export function slotsOf(traces: readonly RobotTrace[]): (behavior: string) => number {
  const slots = new BehaviorSlots().add(behaviorsOf(traces));
  return (behavior) => slots.slot(behavior);
}

// Arrows --------------------------------------------------------------------------------------------------

/** The longest value, or the limit if that is less, rounded up. */
function scaleFor(lengths: readonly number[], limit: number, pixels: number): ArrowScale {
  const longest = lengths.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), 0);
  return { value: roundStep(longest > 0 ? Math.min(longest, limit) : limit), pixels };
}

const speedOf = ({ pose, tick }: Moment): number => length(velocityOf(pose, tick));

/** One scale for all velocities and one for all forces; a requested force may exceed the body's limit. */
export function plotScales(
  frame: PlotFrame,
  { robots }: PlottedRun,
  traces: readonly RobotTrace[],
): ArrowScales {
  const moments = traces.flatMap((trace) => trace.moments);
  const radius = Math.max(0, ...traces.map((trace) => trace.radius)) * frame.scale;
  const pixels = Math.min(52, Math.max(30, 1.3 * radius));
  const { force, speed } = largestLimits(robots);
  return {
    velocity: scaleFor(moments.map(speedOf), speed, 0.8 * pixels),
    force: scaleFor(
      contributionsOf(traces).map((each) => length(each.force)),
      force,
      pixels,
    ),
  };
}

/** Whether one of the arrows is drawn shorter than it is. */
export const anyCut = (traces: readonly RobotTrace[], { force, velocity }: ArrowScales): boolean =>
  contributionsOf(traces).some((each) => isCut(length(each.force), force)) ||
  traces.some(({ moments }) => moments.some((moment) => isCut(speedOf(moment), velocity)));

/** Thinner than on a map, which shows one moment. */
export const thin = (look: ArrowLook): ArrowLook => ({ ...look, width: 1.5, head: 7 });

/** Draws forces below velocities, so that the direction of motion stays visible. */
export function drawArrows(frame: PlotFrame, traces: readonly RobotTrace[], scales: ArrowScales): string {
  const { px } = frame;
  const slot = slotsOf(traces);
  const shape = (
    from: Vec2,
    along: Vec2,
    by: ArrowScale,
    look: ArrowLook,
    words: string,
  ): readonly Shape[] => {
    const piece = arrowAt(from, along, by, px);
    return piece ? [{ ...arrowShape({ look: thin(look), piece }, px), words }] : [];
  };
  const moments = traces.flatMap((trace) => trace.moments);
  const forces = moments.flatMap(({ pose, tick }) =>
    tick.contributions.flatMap(({ behavior, force }) => {
      const words = `${behavior} ${length(force).toFixed(2)} N at ${timeOf(tick)}`;
      return shape(pose, force, scales.force, contributionLook(slot(behavior)), words);
    }),
  );
  const velocities = moments.flatMap((moment) => {
    const words = `velocity ${speedOf(moment).toFixed(2)} m/s at ${timeOf(moment.tick)}`;
    return shape(
      moment.pose,
      velocityOf(moment.pose, moment.tick),
      scales.velocity,
      OUTCOMES.velocity,
      words,
    );
  });
  return (
    group({ class: 'forces' }, svgOfAll(frame, forces)) +
    group({ class: 'velocities' }, svgOfAll(frame, velocities))
  );
}

// Marks ---------------------------------------------------------------------------------------------------

/** The marks at all moments of all robots, each once. */
export function shownMarks(traces: readonly RobotTrace[]): readonly NamedMark[] {
  const shown = marksOf(contributionsOf(traces));
  return [...new Map(shown.map((each) => [JSON.stringify(each), each])).values()];
}

/** Marks are thin and translucent. */
const MARK_ALPHA = 0.5;

export function plotMarks(frame: PlotFrame, traces: readonly RobotTrace[]): string {
  const slot = slotsOf(traces);
  const shapes = shownMarks(traces).flatMap((each) => {
    const words = `${each.behavior}: ${each.mark.label}`;
    return markShapes([each], slot, frame.px, MARK_ALPHA).map((shape) => ({ ...shape, words }));
  });
  return group({ class: 'marks' }, svgOfAll(frame, shapes));
}

/** The labels of a behavior's marks, each once. */
export const markLabels = (traces: readonly RobotTrace[], name: string): string[] => [
  ...new Set(
    shownMarks(traces)
      .filter(({ behavior }) => behavior === name)
      .map(({ mark }) => mark.label),
  ),
];
