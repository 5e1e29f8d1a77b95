/** What robots drove: their lines, starts and ends, and their places at the moments between. */
import { distance, fromPolar, isFiniteVec, type Vec2, wrapAngle } from '../../math/geometry.js';
import { INK } from '../../svg/colors.js';
import { group, text } from '../../svg/svg.js';
import { bodyPieces, drawnRadius } from '../bodies.js';
import type { Ink } from '../inks.js';
import type { Shape } from '../shapes.js';
import { svgOfAll } from '../svg.js';
import type { PlotFrame } from './frame.js';
import { detailedTraces, timeOf } from './moments.js';
import {
  type Moment,
  type PlottedRun,
  type RobotTrace,
  stepsShown,
  stretchesByStep,
  stretchesOf,
} from './trace.js';

const DRIVEN_COLORS = ['#0072b2', '#56b4e9', '#1b3f73', '#7a9cc6', '#2f8f9d', '#5b5ea6'] as const;

/** The color of a robot's driven line, by its place among the robots. */
export const drivenColor = (i: number) => DRIVEN_COLORS[i % DRIVEN_COLORS.length] ?? DRIVEN_COLORS[0];

/** Points nearer than this to the one before are dropped [pixels]. */
const LINE_RESOLUTION = 1;
/** Of a single robot, how many moments have a time label, and their distance [pixels]. */
const MAX_TIME_LABELS = 6;
const TIME_LABEL_SPACING = 36;

const TEXT_HALO = { stroke: 'white', 'stroke-width': 3, 'paint-order': 'stroke', 'stroke-linejoin': 'round' };

/** The points that one can tell apart, and the last. */
function apart(points: readonly Vec2[], least: number): Vec2[] {
  const kept: Vec2[] = [];
  for (const [i, point] of points.entries()) {
    const last = kept.at(-1);
    if (!last || i === points.length - 1 || distance(last, point) >= least) kept.push(point);
  }
  return kept;
}

const lineShape = (trace: RobotTrace, stroke: Ink, width: number, px: number): Shape => ({
  pieces: stretchesOf(trace).map((stretch) => ({
    kind: 'line',
    points: apart(stretch.filter(isFiniteVec), LINE_RESOLUTION * px),
  })),
  stroke,
  width: width * px,
  round: true,
});

/** The driven lines, one color for each robot; thin for a crowd, except the robot with details. */
export function drawLines(frame: PlotFrame, traces: readonly RobotTrace[]): string {
  const told = detailedTraces(traces).length;
  const steps = stepsShown(traces);
  const [only] = traces;
  if (only && steps.length > 0)
    return group({ class: 'driven' }, svgOfAll(frame, byStep(frame, only, steps)));
  const lines = svgOfAll(
    frame,
    traces.map((trace, i) => lineShape(trace, drivenColor(i), i < told ? 2.8 : 0.9, frame.px)),
  );
  return (
    group({ class: 'others', opacity: 0.6 }, lines.slice(told)) +
    group({ class: 'driven' }, lines.slice(0, told))
  );
}

/** One shape for each step, in its color. */
const byStep = ({ px }: PlotFrame, trace: RobotTrace, steps: readonly string[]): Shape[] =>
  stretchesByStep(trace).map(({ step, points }) => ({
    pieces: [{ kind: 'line', points: apart(points.filter(isFiniteVec), LINE_RESOLUTION * px) }],
    stroke: stepColor(steps.indexOf(step ?? '')),
    width: 2.8 * px,
    round: true,
  }));

const STEP_COLORS = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#8a4f7d',
  '#b07c00',
  '#56b4e9',
  '#7a1f1f',
  '#444444',
] as const;

/** The color of a mission's step in the picture of one robot, by its place among the steps. */
export const stepColor = (i: number) => STEP_COLORS[Math.max(0, i) % STEP_COLORS.length] ?? STEP_COLORS[0];

/** Dashed, and what lies below shows through. */
export const startShapes = (pieces: Shape['pieces'], color: Ink, px: number): readonly Shape[] => [
  { pieces, fill: '#ffffff', alpha: 0.6 },
  { pieces, stroke: color, width: 1.2 * px, dashes: [3 * px, 2 * px] },
];

/** Filled faintly, with a full edge. */
export const endShapes = (pieces: Shape['pieces'], color: Ink, px: number): readonly Shape[] => [
  { pieces, fill: color, alpha: 0.25 },
  { pieces, stroke: color, width: 1.8 * px },
];

/** Faint bodies at the moments: the closer together, the slower. */
export const drawGhosts = (frame: PlotFrame, traces: readonly RobotTrace[]): string => {
  const shapes = traces.map((view, i): Shape => {
    const seen = drawnRadius({ view }, frame.px) === view.radius;
    const pieces = seen
      ? view.moments.slice(1).flatMap(({ pose }) => bodyPieces({ view, pose }, frame.px))
      : [];
    return { pieces, stroke: drivenColor(i), width: 0.8 * frame.px, alpha: 0.3 };
  });
  return group({ class: 'moments' }, svgOfAll(frame, shapes));
};

/** Where a robot of a crowd started. */
const ORIGIN_RADIUS = 2;

/** Starts (dashed) and ends (filled). */
export function drawEnds(frame: PlotFrame, { robots, traces }: PlottedRun): string {
  const { px } = frame;
  const starts = new Map(robots.map(({ id, start }) => [id, start]));
  const told = detailedTraces(traces).length;
  const shapes = traces.flatMap((view, i): readonly Shape[] => {
    const pose = starts.get(view.id);
    if (!pose) return [];
    if (i < told) return startShapes(bodyPieces({ view, pose }, px), drivenColor(i), px);
    const origin = { kind: 'circle', at: pose, radius: ORIGIN_RADIUS * px } as const;
    return [{ pieces: [origin], stroke: drivenColor(i), fill: 'background', width: px }];
  });
  const ends = traces.flatMap((view, i) =>
    endShapes(bodyPieces({ view, pose: view.finalPose }, px), drivenColor(i), px),
  );
  return group({ class: 'ends' }, svgOfAll(frame, [...shapes, ...ends]));
}

const nameOf = (frame: PlotFrame, trace: RobotTrace, color: string): string => {
  const { x, y } = frame.place(trace.line[0] ?? trace.finalPose);
  const away = drawnRadius({ view: trace }, frame.px) * frame.scale + 5;
  const leavesUpwards = Math.sin(trace.moments[0]?.pose.heading ?? 0) > 0.3;
  return text({ x, y: leavesUpwards ? y + away + 9 : y - away }, trace.id, {
    fill: color,
    'text-anchor': 'middle',
    'font-weight': 'bold',
  });
};

/** The side of the line for a label: the outer side of a bend, else the right. */
function outerSide(moments: readonly Moment[], i: number): number {
  const [before, after] = [moments[i - 1], moments[i + 1]];
  const turned = before && after ? wrapAngle(after.pose.heading - before.pose.heading) : 0;
  return turned < -0.1 ? Math.PI / 2 : -Math.PI / 2;
}

/** Seconds beside the line. */
function timesOf({ place, px, scale }: PlotFrame, trace: RobotTrace): string[] {
  const { moments } = trace;
  const every = Math.max(1, Math.ceil(moments.length / MAX_TIME_LABELS));
  const away = drawnRadius({ view: trace }, px) * scale + 14;
  const labels: (Vec2 & { readonly words: string })[] = [];
  for (const [i, { pose, tick }] of moments.entries()) {
    if (i === 0 || i % every > 0) continue;
    const { x, y } = place(pose);
    const aside = fromPolar(away, pose.heading + outerSide(moments, i));
    const label = { x: x + aside.x, y: y - aside.y + 4, words: timeOf(tick) };
    if (labels.every((other) => distance(other, label) >= TIME_LABEL_SPACING)) labels.push(label);
  }
  return labels.map((label) => text(label, label.words, { 'text-anchor': 'middle' }));
}

/** Names of several robots, or times of a single robot. */
export function drawLabels(frame: PlotFrame, traces: readonly RobotTrace[]): string {
  const told = detailedTraces(traces);
  const named = traces.length > 1;
  const timed = traces.length === 1;
  return (
    group(
      { 'font-size': 10, fill: INK, ...TEXT_HALO },
      timed ? traces.flatMap((t) => timesOf(frame, t)) : [],
    ) +
    group(
      { 'font-size': 12, ...TEXT_HALO },
      named ? told.map((trace, i) => nameOf(frame, trace, drivenColor(i))) : [],
    )
  );
}
