/** Charts over time below the picture of a run: speed, duties, and how far off its path the robot was. */
import { distance, dot, fromPolar, sub, type Vec2 } from '../../math/geometry.js';
import type { Seconds } from '../../math/units.js';
import { GREY, GRID, INK } from '../../svg/colors.js';
import type { Area } from '../../svg/page.js';
import { group, line, polyline, rectangle, text } from '../../svg/svg.js';
import { colorOf } from '../inks.js';
import { formatNumber, multiples, roundStep } from '../roundNumbers.js';
import { drivenColor } from './driven.js';
import type { BodySample, PlottedRun } from './trace.js';

interface Curve {
  readonly color: string;
  readonly dashes?: string;
  /** Time [s] and value, by x and y. */
  readonly points: readonly Vec2[];
}

/** One chart: its curves, and what they are. */
export interface Chart {
  readonly title: string;
  /** What its colors mean, behind the title. */
  readonly legend?: readonly { readonly words: string; readonly color: string }[];
  readonly curves: readonly Curve[];
}

/** Curves of more robots than this would hide each other: then only the first one's are drawn. */
const MAX_ROBOTS = 3;

const HEIGHT = 84;
const GAP = 34;
const TIME_AXIS = 40;

/** The charts of a run; none of a run that was not sampled. Errors are of robots that follow a path. */
export function chartsOf({ traces, errorsOf }: Pick<PlottedRun, 'traces' | 'errorsOf'>): readonly Chart[] {
  const robots = traces
    .slice(0, traces.length > MAX_ROBOTS ? 1 : traces.length)
    .map((trace, i) => ({ trace, samples: trace.samples ?? [], color: drivenColor(i) }))
    .filter(({ samples }) => samples.length > 1);
  const of = traces.length > 1 ? ` of ${robots.map(({ trace }) => trace.id).join(', ')}` : '';
  const errors = robots.flatMap(({ trace, color }) => {
    const known = errorsOf(trace);
    return known ? [{ color, errors: known }] : [];
  });
  const charts: Chart[] = [
    {
      title: `speed${of} [m/s]: green as granted, else as driven`,
      curves: [
        ...robots.map(({ samples }) => ({ color: colorOf('velocity', 'light'), points: granted(samples) })),
        ...robots.map(({ samples, color }) => ({ color, points: driven(samples) })),
      ],
    },
    {
      title: `duties${of}: left, and dashed right`,
      curves: robots.flatMap(({ samples, color }) => [
        { color, points: samples.map(({ at, duties }) => ({ x: at, y: duties.left })) },
        { color, dashes: '3 3', points: samples.map(({ at, duties }) => ({ x: at, y: duties.right })) },
      ]),
    },
    {
      title: `cross-track error${of} [mm], left of the path positive`,
      curves: errors.map(({ color, errors: e }) => ({
        color,
        points: e.map(({ at, cross }) => ({ x: at, y: 1000 * cross })),
      })),
    },
    {
      title: `heading error${of} [°]`,
      curves: errors.map(({ color, errors: e }) => ({
        color,
        points: e.map(({ at, heading }) => ({ x: at, y: (heading * 180) / Math.PI })),
      })),
    },
  ];
  return charts.filter(({ curves }) => curves.length > 0);
}

const granted = (samples: readonly BodySample[]): Vec2[] =>
  samples.map(({ at, granted: { left, right } }) => ({ x: at, y: (left + right) / 2 }));

/** A body that was put elsewhere did not drive there. */
const MAX_SPEED = 5;

/** The true speed along the body, between each sample and the next. */
function driven(samples: readonly BodySample[]): Vec2[] {
  return samples.slice(1).flatMap(({ at, pose }, i) => {
    const before = samples[i] as BodySample;
    const dt = at - before.at;
    if (!(dt > 0) || distance(before.pose, pose) > MAX_SPEED * dt) return [];
    return [{ x: at - dt / 2, y: dot(sub(pose, before.pose), fromPolar(1, before.pose.heading)) / dt }];
  });
}

/** Space that the charts take below the picture [pixels]. */
export const chartsHeight = (charts: readonly Chart[]): number =>
  charts.length === 0 ? 0 : charts.length * (HEIGHT + GAP) + TIME_AXIS;

/** All charts, one below the other, over one time. @param corner left and upper @param begin of the time axis */
export function drawCharts(
  charts: readonly Chart[],
  corner: Vec2,
  width: number,
  begin: Seconds = 0,
): string {
  const times = charts.flatMap(({ curves }) => curves.flatMap(({ points }) => points.map(({ x }) => x)));
  const end = times.reduce((most, at) => Math.max(most, at), 0);
  if (!(end > begin)) return '';
  const areas = charts.map((_, i) => ({
    left: corner.x,
    top: corner.y + GAP + i * (HEIGHT + GAP),
    width,
    height: HEIGHT,
  }));
  const drawn = charts.map((chart, i) => drawChart(chart, areas[i] as Area, [begin, end]));
  return group({ class: 'charts', 'font-size': 11 }, [
    ...drawn,
    drawTimes(areas.at(-1) as Area, [begin, end]),
  ]);
}

/** Where a time and a value lie on the page. */
type Span = readonly [begin: Seconds, end: Seconds];

function placeIn({ left, top, width, height }: Area, [begin, end]: Span, low: number, high: number) {
  return ({ x, y }: Vec2): Vec2 => ({
    x: left + ((x - begin) / (end - begin)) * width,
    y: top + ((high - y) / (high - low)) * height,
  });
}

function drawChart({ title, curves, legend = [] }: Chart, area: Area, span: Span): string {
  const values = curves.flatMap(({ points }) => points.map(({ y }) => y)).filter(Number.isFinite);
  // A speed of 0.5001 m/s needs no axis up to 1.
  const most = roundStep(0.98 * values.reduce((a, b) => Math.max(a, Math.abs(b)), 0) || 1);
  const low = values.some((value) => value < -0.02 * most) ? -most : 0;
  const at = placeIn(area, span, low, most);
  const labels = [...new Set([low, 0, most])].map((value) =>
    text({ x: area.left - 7, y: at({ x: 0, y: value }).y + 4 }, formatNumber(value), {
      'text-anchor': 'end',
    }),
  );
  return group({}, [
    rectangle(
      { x: area.left, y: area.top },
      { x: area.width, y: area.height },
      { fill: 'none', stroke: GRID },
    ),
    line(at({ x: span[0], y: 0 }), at({ x: span[1], y: 0 }), { stroke: GREY, 'stroke-width': 0.8 }),
    ...curves.map(({ color, dashes, points }) =>
      polyline(visible(points.map(at)), { stroke: color, 'stroke-width': 1.2, 'stroke-dasharray': dashes }),
    ),
    group({ fill: INK }, labels),
    text({ x: area.left, y: area.top - 7 }, title, { fill: INK }),
    ...legendOf(legend, { x: area.left + widthOf(title) + 14, y: area.top - 7 }),
  ]);
}

/** About how wide words are at the charts' size [pixels]. */
const widthOf = (words: string): number => 5.8 * words.length;

function legendOf(legend: Required<Chart>['legend'], from: Vec2): string[] {
  let { x } = from;
  return legend.map(({ words, color }) => {
    const drawn = text({ x, y: from.y }, words, { fill: color });
    x += widthOf(words) + 12;
    return drawn;
  });
}

/**
 * Of points that share a pixel's column, those that a line through all of them shows: the first, lowest, highest, last.
 */
function visible(points: readonly Vec2[]): Vec2[] {
  const columns = new Map<number, Vec2[]>();
  for (const point of points) {
    const column = Math.round(point.x);
    const known = columns.get(column);
    if (known) known.push(point);
    else columns.set(column, [point]);
  }
  return [...columns.values()].flatMap((column) => {
    if (column.length < 5) return column;
    const ys = column.map(({ y }) => y);
    const shown = [0, ys.indexOf(Math.min(...ys)), ys.indexOf(Math.max(...ys)), column.length - 1];
    return [...new Set(shown)].sort((a, b) => a - b).map((i) => column[i] as Vec2);
  });
}

/** The times below the lowest chart. */
function drawTimes(area: Area, [begin, end]: Span): string {
  const bottom = area.top + area.height;
  const at = (time: number) => area.left + ((time - begin) / (end - begin)) * area.width;
  const ticks = multiples(roundStep((end - begin) / 12), begin, end);
  return group({ fill: INK }, [
    ...ticks.map((time) =>
      text({ x: at(time), y: bottom + 16 }, formatNumber(time), { 'text-anchor': 'middle' }),
    ),
    text({ x: area.left + area.width / 2, y: bottom + 33 }, 'time [s]', { 'text-anchor': 'middle' }),
  ]);
}
