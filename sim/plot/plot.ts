/** A run as one picture: the world, the goals, the driven lines, and the behaviors' forces. */
import { rotate, type Vec2 } from '../../src/math/geometry.js';
import type { Seconds } from '../../src/math/units.js';
import {
  GREY,
  INK,
  LAMP,
  MOVER,
  OBSTACLE,
  OBSTACLE_EDGE,
  PATH,
  PATH_BAND,
  TAPE,
} from '../../src/svg/colors.js';
import {
  circle,
  element,
  group,
  line,
  polygon,
  polyline,
  rectangle,
  text,
  tooltip,
} from '../../src/svg/svg.js';
import type { RobotTrace } from '../engine/trace.js';
import type { BoxSpec, MoverSpec, Scenario, WorldSpec } from '../scenario/scenario.js';
import type { WorldSnapshot } from '../world/world.js';
import { arrowKeys, detailedTraces, drawArrows, thinMoments } from './arrows.js';
import { extentOf } from './extent.js';
import { type Area, drawAxes, drawGrid, drawScaleBar, type Frame, frameFor } from './frame.js';
import { type FixedTarget, type PlannedPath, pathsOf, targetsOf } from './goals.js';
import { drawLegend, legendHeight, legendRows, ROW_WIDTH } from './legend.js';
import { drawMarks } from './marks.js';
import { drawEnds, drawGhosts, drawLabels, drawLines } from './robots.js';

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
      : [summary.passed ? 'every criterion met' : 'a criterion failed'];
  return [`${seconds.toFixed(1)} s simulated`, ...outcomes(summary.robots ?? []), ...verdict].join(' · ');
}

/** Everything inside the frame, from bottom to top. */
function drawRun(
  frame: Frame,
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
    drawMarks(frame, detailedTraces(traces)),
    drawGhosts(frame, detailedTraces(traces)),
    drawLines(frame, traces),
    drawEnds(frame, scenario.robots, traces),
    drawGoals(frame, scenario),
    arrows,
    drawLabels(frame, traces),
  ];
  return element('clipPath', { id: 'frame' }, clip) + group({ 'clip-path': 'url(#frame)' }, drawn);
}

function page(width: number, height: number, title: string, parts: readonly string[]): string {
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
  const extent = extentOf(scenario, traces);
  const wide = widthOverHeight(extent) > WIDE_ASPECT;
  const frame = frameFor(extent, AXES_CORNER, wide ? 880 : 680, wide ? 540 : 640);
  const shown = [
    ...thinMoments(frame, detailedTraces(traces)),
    ...traces.slice(detailedTraces(traces).length),
  ];
  const told = detailedTraces(shown);
  const keys = arrowKeys(frame, scenario, told);
  const rows = legendRows(scenario, shown, keys);
  const { corner, columns } = legendPlace(frame.area, wide);
  const { left, top, width, height } = frame.area;
  const legendBottom = corner.y + legendHeight(rows.length, columns);
  const right = left + width + (wide ? PAGE_MARGIN : ROW_WIDTH);
  return page(
    right,
    Math.max(legendBottom + PAGE_MARGIN, top + height + AXIS_HEIGHT),
    tooltip(scenario.name),
    [
      text({ x: left, y: 28 }, scenario.name, { 'font-size': 17, 'font-weight': 'bold', fill: INK }),
      text({ x: left, y: 48 }, caption(scenario, traces, summary), { 'font-size': 12, fill: GREY }),
      drawRun(frame, scenario, shown, summary.boxes ?? [], drawArrows(frame, told, keys)),
      drawAxes(frame),
      drawScaleBar(frame),
      drawLegend(rows, corner, columns),
    ],
  );
}

type Box = Pick<BoxSpec, 'at' | 'size' | 'heading'>;

function drawBox({ place }: Frame, { at, size, heading }: Box, start: boolean): string {
  const [width, height] = size;
  const corners = [
    { x: width / 2, y: height / 2 },
    { x: -width / 2, y: height / 2 },
    { x: -width / 2, y: -height / 2 },
    { x: width / 2, y: -height / 2 },
  ].map((corner) => rotate(corner, heading));
  const dashes = start ? { 'stroke-dasharray': '4 3', 'fill-opacity': 0.5 } : {};
  return polygon(
    corners.map((corner) => place({ x: at.x + corner.x, y: at.y + corner.y })),
    dashes,
  );
}

/** Walls and standing things; movable boxes dashed where they started, solid where they are. */
export function drawObstacles(
  frame: Frame,
  { walls, circles, boxes, posts }: WorldSpec,
  boxesAtEnd: readonly Box[],
): string {
  const { place, scale } = frame;
  const solid = { fill: OBSTACLE, stroke: OBSTACLE_EDGE, 'stroke-width': 1 };
  return (
    group(solid, [
      ...circles.map(({ at, radius }) => circle(place(at), radius * scale)),
      ...posts.at.map((at) => circle(place(at), posts.radius * scale)),
      ...boxes.map((box) => drawBox(frame, box, box.movable)),
      ...boxesAtEnd.filter((_, i) => boxes[i]?.movable).map((box) => drawBox(frame, box, false)),
    ]) +
    group(
      { stroke: INK, 'stroke-width': 2.5, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' },
      walls.map((wall) => polyline(wall.map(place))),
    )
  );
}

const drawMover = ({ place, scale }: Frame, { id, waypoints, radius, solid }: MoverSpec): string => {
  const [first] = waypoints;
  if (!first) return '';
  const at = place(first);
  const r = Math.max(2, radius * scale);
  return (
    polyline(waypoints.map(place), { 'stroke-dasharray': '1 4', 'stroke-linecap': 'round' }) +
    circle(at, r, { fill: solid ? MOVER : 'white', 'fill-opacity': solid ? 0.35 : 0.8 }) +
    text({ x: at.x, y: at.y - r - 4 }, id, {
      'text-anchor': 'middle',
      'font-size': 11,
      fill: MOVER,
      stroke: 'none',
    })
  );
};

/** Movers at their starts, and their ways. */
export const drawMovers = (frame: Frame, { movers }: WorldSpec): string =>
  group(
    { stroke: MOVER, 'stroke-width': 1.5 },
    movers.map((mover) => drawMover(frame, mover)),
  );

const drawBand = ({ place, scale }: Frame, { points, radius }: PlannedPath): string =>
  radius * scale > 1 ? polyline(points.map(place), { 'stroke-width': 2 * radius * scale }) : '';

const drawPath = ({ place }: Frame, { points }: PlannedPath): string =>
  polyline(points.map(place), { stroke: PATH, 'stroke-width': 1.2, 'stroke-dasharray': '6 4' });

/** The cross of a target, and the circle within which it counts as reached. */
function drawTarget({ place, scale }: Frame, { at, within }: FixedTarget): string {
  const { x, y } = place(at);
  return (
    circle({ x, y }, within * scale, { fill: 'none', stroke: INK, 'stroke-width': 0.8 }) +
    line({ x: x - 6, y: y - 6 }, { x: x + 6, y: y + 6 }, { stroke: INK, 'stroke-width': 1.6 }) +
    line({ x: x - 6, y: y + 6 }, { x: x + 6, y: y - 6 }, { stroke: INK, 'stroke-width': 1.6 })
  );
}

const corner = (points: readonly Vec2[], choose: (...values: number[]) => number): Vec2 => ({
  x: choose(...points.map(({ x }) => x)),
  y: choose(...points.map(({ y }) => y)),
});

/** The area where arrived robots are put back. */
function drawRespawn({ place }: Frame, { respawn }: Scenario): string {
  if (!respawn) return '';
  const placed = respawn.inside.map(place);
  const low = corner(placed, Math.min);
  const high = corner(placed, Math.max);
  const dotted = { fill: 'none', stroke: PATH, 'stroke-width': 1, 'stroke-dasharray': '2 3' };
  return rectangle(low, { x: high.x - low.x, y: high.y - low.y }, dotted);
}

const once = (elements: readonly string[]): string[] => [...new Set(elements)];

/** Tape on the floor, lamps above it, and beacons as rings. */
function drawFloor({ place, scale }: Frame, { lines = [], lights = [], beacons = [] }: WorldSpec): string {
  const tape = lines.map(({ points, width }) =>
    polyline(points.map(place), { 'stroke-width': width * scale }),
  );
  const rings = beacons.flatMap(({ at }) => [1, 2].map((n) => circle(place(at), n * RING_RADIUS)));
  const lamps = lights.map(({ at }) => circle(place(at), LAMP_RADIUS));
  return (
    group({ stroke: TAPE, 'stroke-linejoin': 'round' }, tape) +
    group({ fill: LAMP, stroke: INK, 'stroke-width': 0.8 }, lamps) +
    group({ fill: 'none', stroke: INK, 'stroke-width': 1.2 }, rings)
  );
}

/** Radius on the page [pixels]; a lamp has no size in the world. */
const LAMP_RADIUS = 5;
const RING_RADIUS = 4;

/** The ground: tape, lamps, bands of the paths, and the area where arrived robots are put back. */
export function drawGround(frame: Frame, scenario: Scenario): string {
  const paths = scenario.robots.flatMap(({ mission }) => pathsOf(mission));
  const bands = once(paths.map((path) => drawBand(frame, path)));
  const style = { stroke: PATH_BAND, 'stroke-opacity': 0.55, 'stroke-linejoin': 'round' };
  return drawFloor(frame, scenario.world) + drawRespawn(frame, scenario) + group(style, bands);
}

/** The paths and fixed targets of all missions; shared ones are drawn once. */
export function drawGoals(frame: Frame, { robots }: Scenario): string {
  const paths = robots.flatMap(({ mission }) => pathsOf(mission)).map((path) => drawPath(frame, path));
  const targets = robots.flatMap(({ mission }) => targetsOf(mission)).map((goal) => drawTarget(frame, goal));
  return group({}, once([...paths, ...targets]));
}
