/** The robots: driven lines, starts and ends, and their places at the moments between. */
import {
  distance,
  fromPolar,
  isFiniteVec,
  type Pose,
  type Vec2,
  wrapAngle,
} from '../../src/math/geometry.js';
import { drivenColor, INK } from '../../src/svg/colors.js';
import { type Attributes, group, line, polygon, polyline, ring, text } from '../../src/svg/svg.js';
import { type BodyShape, type Moment, type RobotTrace, stretchesOf } from '../engine/trace.js';
import type { RobotSpec } from '../scenario/scenario.js';
import { detailedTraces, timeOf } from './arrows.js';
import type { PlotFrame } from './frame.js';

/** Points nearer than this to the one before are dropped [pixels]. */
const LINE_RESOLUTION = 1;
/** The smallest footprint that still shows its heading [pixels]. */
const MIN_RADIUS = 3;
/** Of a single robot, how many moments have a time label, and their distance [pixels]. */
const MAX_TIME_LABELS = 6;
const TIME_LABEL_SPACING = 36;

const TEXT_HALO = { stroke: 'white', 'stroke-width': 3, 'paint-order': 'stroke', 'stroke-linejoin': 'round' };

function visible(points: readonly Vec2[]): Vec2[] {
  const kept: Vec2[] = [];
  for (const [i, point] of points.entries()) {
    const last = kept.at(-1);
    if (!last || i === points.length - 1 || distance(last, point) >= LINE_RESOLUTION) kept.push(point);
  }
  return kept;
}

const drawLine = ({ place }: PlotFrame, trace: RobotTrace, color: string): string =>
  stretchesOf(trace)
    .map((stretch) => polyline(visible(stretch.filter(isFiniteVec).map(place)), { stroke: color }))
    .join('');

/** The driven lines, one colour for each robot; thin for a crowd, except the robot with details. */
export function drawLines(frame: PlotFrame, traces: readonly RobotTrace[]): string {
  const lines = traces.map((trace, i) => drawLine(frame, trace, drivenColor(i)));
  const style = { 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
  const told = detailedTraces(traces).length;
  return (
    group({ class: 'others', 'stroke-width': 0.9, opacity: 0.6, ...style }, lines.slice(told)) +
    group({ class: 'driven', 'stroke-width': 2.8, ...style }, lines.slice(0, told))
  );
}

/** Maps a point of the body to the page. */
function corner(at: Vec2, [x, y]: readonly [number, number], scale: number, heading: number): Vec2 {
  const [c, s] = [Math.cos(heading) * scale, Math.sin(heading) * scale];
  return { x: at.x + c * x - s * y, y: at.y - s * x - c * y };
}

/** The body from above: its outline, else a circle round the axle's middle, with a line for its heading. */
export function footprint(
  at: Vec2,
  shape: BodyShape,
  heading: number,
  attributes: Attributes,
  scale = 1,
): string {
  const r = Math.max(MIN_RADIUS, shape.radius * scale);
  const outline = r === MIN_RADIUS ? undefined : shape.footprint;
  const front = outline ? Math.max(...outline.map(([x]) => x)) * scale : r;
  const nose = fromPolar(front, heading);
  return group(attributes, [
    outline ? polygon(outline.map((each) => corner(at, each, scale, heading))) : ring(at, r),
    line({ x: at.x + nose.x * 0.35, y: at.y - nose.y * 0.35 }, { x: at.x + nose.x, y: at.y - nose.y }),
  ]);
}

export const startStyle = (color: string): Attributes => ({
  stroke: color,
  fill: 'white',
  'fill-opacity': 0.6,
  'stroke-width': 1.2,
  'stroke-dasharray': '3 2',
});

export const endStyle = (color: string): Attributes => ({
  stroke: color,
  fill: color,
  'fill-opacity': 0.25,
  'stroke-width': 1.8,
});

const stand = ({ place, scale }: PlotFrame, pose: Pose, shape: BodyShape, style: Attributes): string =>
  footprint(place(pose), shape, pose.heading, style, scale);

/** Faint bodies at the moments: the closer together, the slower. */
export const drawGhosts = (frame: PlotFrame, traces: readonly RobotTrace[]): string =>
  group(
    { class: 'moments' },
    traces.map((trace, i) => {
      const style = { stroke: drivenColor(i), fill: 'none', 'stroke-width': 0.8, opacity: 0.3 };
      const bodies = trace.moments.slice(1).map(({ pose }) => stand(frame, pose, trace, style));
      return group({}, trace.radius * frame.scale >= MIN_RADIUS ? bodies : []);
    }),
  );

/** Where a robot of a crowd started. */
const drawOrigin = ({ place }: PlotFrame, pose: Pose, color: string): string =>
  ring(place(pose), 2, { stroke: color, fill: 'white', 'stroke-width': 1 });

/** Starts (dashed) and ends (filled). */
export function drawEnds(
  frame: PlotFrame,
  robots: readonly RobotSpec[],
  traces: readonly RobotTrace[],
): string {
  const starts = new Map(robots.map(({ id, at }) => [id, at]));
  const told = detailedTraces(traces).length;
  return group({ class: 'ends' }, [
    ...traces.map((trace, i) => {
      const start = starts.get(trace.id);
      if (!start) return '';
      if (i >= told) return drawOrigin(frame, start, drivenColor(i));
      return stand(frame, start, trace, startStyle(drivenColor(i)));
    }),
    ...traces.map((trace, i) => stand(frame, trace.finalPose, trace, endStyle(drivenColor(i)))),
  ]);
}

const nameOf = (frame: PlotFrame, trace: RobotTrace, color: string): string => {
  const { x, y } = frame.place(trace.line[0] ?? trace.finalPose);
  const away = Math.max(MIN_RADIUS, trace.radius * frame.scale) + 5;
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
function timesOf({ place, scale }: PlotFrame, { moments, radius }: RobotTrace): string[] {
  const every = Math.max(1, Math.ceil(moments.length / MAX_TIME_LABELS));
  const labels: (Vec2 & { readonly words: string })[] = [];
  for (const [i, { pose, tick }] of moments.entries()) {
    if (i === 0 || i % every > 0) continue;
    const { x, y } = place(pose);
    const aside = fromPolar(Math.max(MIN_RADIUS, radius * scale) + 14, pose.heading + outerSide(moments, i));
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
