/** The robots: the line each drove, where it started and ended, and where it was at the moments between. */
import { distance, fromPolar, isFiniteVec, type Pose, type Vec2, wrapAngle } from '../../src/geometry.js';
import type { RobotSpec } from '../scenario.js';
import type { Moment, RobotTrace } from '../trace.js';
import { timeOf } from './arrows.js';
import { drivenColor, INK } from './colors.js';
import type { Frame } from './frame.js';
import { type Attributes, circle, group, line, polyline, text } from './svg.js';

/** Points nearer than this to the one before would not be seen [pixels]. */
const RESOLUTION = 1;
/** The smallest footprint that still shows where it faces [pixels]. */
const LEAST_RADIUS = 3;
/** Robots with a name beside them; more would be a heap of letters. */
const MAX_NAMED = 12;
/** How many moments of a robot that is alone say when they were, and how far apart [pixels]. */
const TIMES = 6;
const TIMES_APART = 36;

const HALO = { stroke: 'white', 'stroke-width': 3, 'paint-order': 'stroke', 'stroke-linejoin': 'round' };

function visible(points: readonly Vec2[]): Vec2[] {
  const kept: Vec2[] = [];
  for (const [i, point] of points.entries()) {
    const last = kept.at(-1);
    if (!last || i === points.length - 1 || distance(last, point) >= RESOLUTION) kept.push(point);
  }
  return kept;
}

/** The driven lines, one colour a robot. */
export const drawLines = (frame: Frame, traces: readonly RobotTrace[]): string =>
  group(
    { class: 'driven', 'stroke-width': 2.8, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' },
    traces.map((trace, i) =>
      polyline(visible(trace.line.filter(isFiniteVec).map(frame.place)), { stroke: drivenColor(i) }),
    ),
  );

/** The body from above: a circle about the axle's middle, and a tick where it faces. */
export function footprint(at: Vec2, radius: number, heading: number, attributes: Attributes): string {
  const r = Math.max(LEAST_RADIUS, radius);
  const nose = fromPolar(r, heading);
  return group(attributes, [
    circle(at, r),
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

const stand = ({ place, scale }: Frame, pose: Pose, radius: number, style: Attributes): string =>
  footprint(place(pose), radius * scale, pose.heading, style);

/** Where the bodies stood at the moments, faintly: close together is slow. */
export const drawGhosts = (frame: Frame, traces: readonly RobotTrace[]): string =>
  group(
    { class: 'moments' },
    traces.map((trace, i) => {
      const style = { stroke: drivenColor(i), fill: 'none', 'stroke-width': 0.8, opacity: 0.3 };
      const bodies = trace.moments.slice(1).map(({ pose }) => stand(frame, pose, trace.radius, style));
      return group({}, trace.radius * frame.scale >= LEAST_RADIUS ? bodies : []);
    }),
  );

/** Start, dashed, and end, filled. */
export const drawEnds = (frame: Frame, robots: readonly RobotSpec[], traces: readonly RobotTrace[]): string =>
  group({ class: 'ends' }, [
    ...traces.map((trace, i) => {
      const start = robots.find(({ id }) => id === trace.id)?.at;
      return start ? stand(frame, start, trace.radius, startStyle(drivenColor(i))) : '';
    }),
    ...traces.map((trace, i) => stand(frame, trace.finalPose, trace.radius, endStyle(drivenColor(i)))),
  ]);

const nameOf = (frame: Frame, trace: RobotTrace, color: string): string => {
  const { x, y } = frame.place(trace.line[0] ?? trace.finalPose);
  const away = Math.max(LEAST_RADIUS, trace.radius * frame.scale) + 5;
  const leavesUpwards = Math.sin(trace.moments[0]?.pose.heading ?? 0) > 0.3;
  return text({ x, y: leavesUpwards ? y + away + 9 : y - away }, trace.id, {
    fill: color,
    'text-anchor': 'middle',
    'font-weight': 'bold',
  });
};

/** The side of the line that a label leaves free: the outer one of a bend, else the right. */
function outerSide(moments: readonly Moment[], i: number): number {
  const [before, after] = [moments[i - 1], moments[i + 1]];
  const turned = before && after ? wrapAngle(after.pose.heading - before.pose.heading) : 0;
  return turned < -0.1 ? Math.PI / 2 : -Math.PI / 2;
}

/** Seconds beside the line. */
function timesOf({ place, scale }: Frame, { moments, radius }: RobotTrace): string[] {
  const every = Math.max(1, Math.ceil(moments.length / TIMES));
  const labels: (Vec2 & { readonly words: string })[] = [];
  for (const [i, { pose, tick }] of moments.entries()) {
    if (i === 0 || i % every > 0) continue;
    const { x, y } = place(pose);
    const aside = fromPolar(
      Math.max(LEAST_RADIUS, radius * scale) + 14,
      pose.heading + outerSide(moments, i),
    );
    const label = { x: x + aside.x, y: y - aside.y + 4, words: timeOf(tick) };
    if (labels.every((other) => distance(other, label) >= TIMES_APART)) labels.push(label);
  }
  return labels.map((label) => text(label, label.words, { 'text-anchor': 'middle' }));
}

/** Names of the robots where there are several, times where there is one. */
export function drawLabels(frame: Frame, traces: readonly RobotTrace[]): string {
  const named = traces.length > 1 && traces.length <= MAX_NAMED;
  const timed = traces.length === 1;
  return (
    group({ 'font-size': 10, fill: INK, ...HALO }, timed ? traces.flatMap((t) => timesOf(frame, t)) : []) +
    group(
      { 'font-size': 12, ...HALO },
      named ? traces.map((trace, i) => nameOf(frame, trace, drivenColor(i))) : [],
    )
  );
}
