/** A run as one picture: the world, the goals, the driven lines, the behaviors' forces; below it, charts over time. */
import type { Vec2 } from '../../math/geometry.js';
import type { Seconds } from '../../math/units.js';
import { GREY, INK } from '../../svg/colors.js';
import { type Area, page } from '../../svg/page.js';
import { element, group, rectangle, text, tooltip } from '../../svg/svg.js';
import type { Extent } from '../extent.js';
import {
  floorShapes,
  pathShapes,
  putBackShape,
  targetLook,
  targetPieces,
  thingShapes,
  trackShape,
} from '../ground.js';
import { colorOf } from '../inks.js';
import { poseOfThing } from '../located.js';
import type { Shape } from '../shapes.js';
import { svgOfAll } from '../svg.js';
import { chartsHeight, chartsOf, drawCharts } from './charts.js';
import { drawEnds, drawGhosts, drawLabels, drawLines } from './driven.js';
import { drawAxes, drawGrid, frameFor, type PlotFrame, plotScaleBar } from './frame.js';
import { drawLegend, legendHeight, plotLegendRows, ROW_WIDTH } from './legend.js';
import { detailedTraces, drawArrows, plotMarks, plotScales, thinMoments } from './moments.js';
import { fixedTargets, plotExtentOf } from './plotExtent.js';
import type { PlottedRun, RobotTrace } from './trace.js';

/** The outcome of the run, for the caption; a simulation's result fits. */
export interface PlotSummary {
  readonly simulatedSeconds?: Seconds;
  readonly passed?: boolean;
  readonly robots?: readonly { readonly id: string; readonly outcome: string }[];
}

const AXES_CORNER = { x: 58, y: 62 };
const AXIS_HEIGHT = 48;
const PAGE_MARGIN = 18;
/** If the drawing is wider than this times its height, the legend goes below. */
const WIDE_ASPECT = 1.6;

const widthOverHeight = ({ low, high }: Extent): number => (high.x - low.x) / (high.y - low.y);

/** How many robots had which outcome; their names if they are few. */
function outcomes(robots: readonly { readonly id: string; readonly outcome: string }[]): string[] {
  if (robots.length === 1) return robots.map(({ outcome }) => outcome);
  if (robots.length <= 4) return robots.map(({ id, outcome }) => `${id} ${outcome}`);
  const kinds = [...new Set(robots.map(({ outcome }) => outcome))];
  return kinds.map((kind) => `${robots.filter(({ outcome }) => outcome === kind).length} ${kind}`);
}

function caption({ judged, traces }: PlottedRun, summary: PlotSummary): string {
  const ends = traces.map(({ moments }) => moments.at(-1)?.tick.at ?? 0);
  const seconds = summary.simulatedSeconds ?? ends.reduce((a, b) => Math.max(a, b), 0);
  const verdict =
    summary.passed === undefined || (summary.passed && !judged)
      ? []
      : [summary.passed ? 'every criterion met' : 'not passed'];
  return [`${seconds.toFixed(1)} s simulated`, ...outcomes(summary.robots ?? []), ...verdict].join(' · ');
}

/** The ground, what stands on it, and things that were moved: dashed where they were, solid where they are. */
export function worldShapes(run: PlottedRun, px: number): readonly Shape[] {
  const { things, floor, putBack, moved } = run;
  const gone = new Set(moved.map(({ id }) => id));
  const start = thingShapes(
    things.filter(({ id }) => gone.has(id)),
    (thing) => poseOfThing(thing, null),
    px,
  );
  const now = thingShapes(things, (thing) => poseOfThing(thing, { moved }), px);
  return [
    ...(floor ? floorShapes(floor, px) : []),
    ...(putBack ? [putBackShape(putBack, px)] : []),
    ...pathShapes(run, px),
    trackShape(things, px),
    ...start.map((shape) => ({ ...shape, alpha: 0.5, dashes: [4 * px, 3 * px] })),
    ...now,
  ];
}

/** Names of movers, above them. */
const drawMoverNames = ({ place, scale }: PlotFrame, { things }: PlottedRun): string =>
  group(
    { 'text-anchor': 'middle', 'font-size': 11, fill: colorOf('mover', 'light') },
    things.flatMap((thing) => {
      if (thing.kind !== 'mover') return [];
      const { x, y } = place(thing.at);
      return [text({ x, y: y - thing.radius * scale - 4 }, thing.id)];
    }),
  );

const targetShape = ({ robots }: PlottedRun, px: number): Shape => ({
  pieces: fixedTargets(robots).flatMap((goal) => targetPieces(goal.at, goal, px)),
  ...targetLook(px),
});

/** Everything inside the frame, from bottom to top. */
function drawRun(frame: PlotFrame, run: PlottedRun, shown: readonly RobotTrace[], arrows: string): string {
  const { left, top, width, height } = frame.area;
  const clip = rectangle({ x: left, y: top }, { x: width, y: height });
  const drawn = [
    drawGrid(frame),
    ...svgOfAll(frame, worldShapes(run, frame.px)),
    drawMoverNames(frame, run),
    plotMarks(frame, detailedTraces(shown)),
    drawGhosts(frame, detailedTraces(shown)),
    drawLines(frame, shown),
    drawEnds(frame, { ...run, traces: shown }),
    ...svgOfAll(frame, [targetShape(run, frame.px)]),
    arrows,
    drawLabels(frame, shown),
  ];
  return element('clipPath', { id: 'frame' }, clip) + group({ 'clip-path': 'url(#frame)' }, drawn);
}

/** A small picture's size, which its drawing fits into [pixels]. */
const SMALL = { width: 280, height: 170, margin: 6 };

/** A run at a glance, without words, axes and arrows: for lists of scenes. */
export function drawSmallPlot(run: PlottedRun): string {
  const { width, height, margin } = SMALL;
  const fitted = frameFor(plotExtentOf(run), { x: 0, y: 0 }, width - 2 * margin, height - 2 * margin);
  const corner = { x: (width - fitted.area.width) / 2, y: (height - fitted.area.height) / 2 };
  const frame = frameFor(fitted.extent, corner, fitted.area.width, fitted.area.height);
  return page(width, height, tooltip(run.name), [
    ...svgOfAll(frame, worldShapes(run, frame.px)),
    drawLines(frame, run.traces),
    drawEnds(frame, run),
    ...svgOfAll(frame, [targetShape(run, frame.px)]),
  ]);
}

/** The legend's corner and columns: beside the drawing, or below it where the drawing is wide. */
function legendPlace({ left, top, width, height }: Area, wide: boolean): { corner: Vec2; columns: number } {
  return wide
    ? {
        corner: { x: left - 8, y: top + height + AXIS_HEIGHT },
        columns: Math.floor((width + 30) / ROW_WIDTH),
      }
    : { corner: { x: left + width + 6, y: top }, columns: 1 };
}

/**
 * One self-contained SVG of a run, to scale, with equal axes, x to the right and y up.
 *
 * Arrows at the moments show velocity and the force of each behavior; their scales are in the legend.
 */
export function drawPlot(run: PlottedRun, summary: PlotSummary = {}): string {
  const { name, traces } = run;
  const extent = plotExtentOf(run);
  const wide = widthOverHeight(extent) > WIDE_ASPECT;
  const frame = frameFor(extent, AXES_CORNER, wide ? 880 : 680, wide ? 540 : 640);
  const shown = [
    ...thinMoments(frame, detailedTraces(traces)),
    ...traces.slice(detailedTraces(traces).length),
  ];
  const told = detailedTraces(shown);
  const scales = plotScales(frame, run, told);
  const rows = plotLegendRows(run, shown, scales);
  const { corner, columns } = legendPlace(frame.area, wide);
  const { left, top, width, height } = frame.area;
  const legendBottom = corner.y + legendHeight(rows.length, columns);
  const right = left + width + (wide ? PAGE_MARGIN : ROW_WIDTH);
  const bottom = Math.max(legendBottom + PAGE_MARGIN, top + height + AXIS_HEIGHT);
  const charts = chartsOf(run);
  return page(right, bottom + chartsHeight(charts), tooltip(name), [
    text({ x: left, y: 28 }, name, { 'font-size': 17, 'font-weight': 'bold', fill: INK }),
    text({ x: left, y: 48 }, caption(run, summary), { 'font-size': 12, fill: GREY }),
    drawRun(frame, run, shown, drawArrows(frame, told, scales)),
    drawAxes(frame),
    plotScaleBar(frame),
    drawLegend(rows, corner, columns),
    drawCharts(charts, { x: left, y: bottom }, right - left - PAGE_MARGIN),
  ]);
}
