/** A run as one picture: the world, the goals, the driven lines, the behaviors' forces; below it, charts over time. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { Seconds } from '../../src/math/units.js';
import { GREY, INK } from '../../src/svg/colors.js';
import { element, group, rectangle, text, tooltip } from '../../src/svg/svg.js';
import type { RobotTrace } from '../engine/trace.js';
import type { Scenario } from '../scenario/scenario.js';
import type { WorldSnapshot } from '../world/world.js';
import { arrowKeys, detailedTraces, drawArrows, thinMoments } from './arrows.js';
import { chartsHeight, chartsOf, drawCharts } from './charts.js';
import { plotExtentOf } from './extent.js';
import { type Area, drawAxes, drawGrid, frameFor, type PlotFrame, plotScaleBar } from './frame.js';
import { drawLegend, legendHeight, plotLegendRows, ROW_WIDTH } from './legend.js';
import { plotMarks } from './marks.js';
import { drawEnds, drawGhosts, drawLabels, drawLines } from './robots.js';
import { drawGoals, drawGround, drawMovers, drawObstacles } from './world.js';

/** The outcome of the run, for the caption; a simulation's result fits. */
interface PlotSummary {
  readonly simulatedSeconds?: Seconds;
  readonly passed?: boolean;
  readonly robots?: readonly { readonly id: string; readonly outcome: string }[];
  /** Where the world's boxes were at the end. */
  readonly boxes?: WorldSnapshot['boxes'];
}

const AXES_CORNER = { x: 58, y: 62 };
const AXIS_HEIGHT = 48;
const PAGE_MARGIN = 18;
/** If the drawing is wider than this times its height, the legend goes below. */
const WIDE_ASPECT = 1.6;
const FONT = 'Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif';

const widthOverHeight = ({ low, high }: { low: Vec2; high: Vec2 }): number =>
  (high.x - low.x) / (high.y - low.y);

/** How many robots had which outcome; their names if they are few. */
function outcomes(robots: readonly { readonly id: string; readonly outcome: string }[]): string[] {
  if (robots.length === 1) return robots.map(({ outcome }) => outcome);
  if (robots.length <= 4) return robots.map(({ id, outcome }) => `${id} ${outcome}`);
  const kinds = [...new Set(robots.map(({ outcome }) => outcome))];
  return kinds.map((kind) => `${robots.filter(({ outcome }) => outcome === kind).length} ${kind}`);
}

function caption({ criteria }: Scenario, traces: readonly RobotTrace[], summary: PlotSummary): string {
  const ends = traces.map(({ moments }) => moments.at(-1)?.tick.at ?? 0);
  const seconds = summary.simulatedSeconds ?? ends.reduce((a, b) => Math.max(a, b), 0);
  const verdict =
    summary.passed === undefined || (summary.passed && criteria.length === 0)
      ? []
      : [summary.passed ? 'every criterion met' : 'not passed'];
  return [`${seconds.toFixed(1)} s simulated`, ...outcomes(summary.robots ?? []), ...verdict].join(' · ');
}

/** Everything inside the frame, from bottom to top. */
function drawRun(
  frame: PlotFrame,
  scenario: Scenario,
  traces: readonly RobotTrace[],
  boxes: WorldSnapshot['boxes'],
  arrows: string,
): string {
  const { left, top, width, height } = frame.area;
  const clip = rectangle({ x: left, y: top }, { x: width, y: height });
  const drawn = [
    drawGrid(frame),
    drawGround(frame, scenario),
    drawObstacles(frame, scenario.world, boxes),
    drawMovers(frame, scenario.world),
    plotMarks(frame, detailedTraces(traces)),
    drawGhosts(frame, detailedTraces(traces)),
    drawLines(frame, traces),
    drawEnds(frame, scenario.robots, traces),
    drawGoals(frame, scenario),
    arrows,
    drawLabels(frame, traces),
  ];
  return element('clipPath', { id: 'frame' }, clip) + group({ 'clip-path': 'url(#frame)' }, drawn);
}

/** A picture on white paper, for readers and screen readers. @param title of the picture, an element */
export function page(width: number, height: number, title: string, parts: readonly string[]): string {
  const size = { width: Math.ceil(width), height: Math.ceil(height) };
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    ...size,
    viewBox: `0 0 ${size.width} ${size.height}`,
    'font-family': FONT,
    role: 'img',
  };
  const paper = rectangle({ x: 0, y: 0 }, { x: size.width, y: size.height }, { fill: 'white' });
  return `${element('svg', root, `\n${[title, paper, ...parts].filter((part) => part !== '').join('\n')}\n`)}\n`;
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
export function plotRun(
  scenario: Scenario,
  traces: readonly RobotTrace[],
  summary: PlotSummary = {},
): string {
  const extent = plotExtentOf(scenario, traces);
  const wide = widthOverHeight(extent) > WIDE_ASPECT;
  const frame = frameFor(extent, AXES_CORNER, wide ? 880 : 680, wide ? 540 : 640);
  const shown = [
    ...thinMoments(frame, detailedTraces(traces)),
    ...traces.slice(detailedTraces(traces).length),
  ];
  const told = detailedTraces(shown);
  const keys = arrowKeys(frame, scenario, told);
  const rows = plotLegendRows(scenario, shown, keys);
  const { corner, columns } = legendPlace(frame.area, wide);
  const { left, top, width, height } = frame.area;
  const legendBottom = corner.y + legendHeight(rows.length, columns);
  const right = left + width + (wide ? PAGE_MARGIN : ROW_WIDTH);
  const bottom = Math.max(legendBottom + PAGE_MARGIN, top + height + AXIS_HEIGHT);
  const charts = chartsOf(scenario, traces);
  return page(right, bottom + chartsHeight(charts), tooltip(scenario.name), [
    text({ x: left, y: 28 }, scenario.name, { 'font-size': 17, 'font-weight': 'bold', fill: INK }),
    text({ x: left, y: 48 }, caption(scenario, traces, summary), { 'font-size': 12, fill: GREY }),
    drawRun(frame, scenario, shown, summary.boxes ?? [], drawArrows(frame, told, keys)),
    drawAxes(frame),
    plotScaleBar(frame),
    drawLegend(rows, corner, columns),
    drawCharts(charts, { x: left, y: bottom }, right - left - PAGE_MARGIN),
  ]);
}
