/** The legend: explains the signs that this picture contains. */
import type { Vec2 } from '../../src/math/geometry.js';
import {
  drivenColor,
  GREY,
  INK,
  MOVER,
  OBSTACLE,
  OBSTACLE_EDGE,
  PATH,
  VELOCITY,
} from '../../src/svg/colors.js';
import { group, line, polyline, rectangle, ring, text } from '../../src/svg/svg.js';
import type { RobotTrace } from '../engine/trace.js';
import type { Scenario } from '../scenario/scenario.js';
import {
  type ArrowKey,
  type ArrowKeys,
  arrow,
  behaviorsOf,
  detailedTraces,
  forceColors,
  MAX_ARROW_LENGTH,
} from './arrows.js';
import { formatNumber } from './frame.js';
import { plottedPathsOf, targetsOf } from './goals.js';
import { markLabels } from './marks.js';
import { endStyle, footprint, startStyle } from './robots.js';

interface Row {
  /** Draws the sign; `at` is the middle of the left end of its place. */
  readonly sign: (at: Vec2) => string;
  readonly words: string;
  readonly small?: boolean;
}

/** Robots with a row of their own. */
const MAX_ROWS = 6;
const ROW_HEIGHT = 19;
/** Longest text that fits beside a sign [letters]. */
const MAX_LETTERS = 28;
const MAX_SMALL_LETTERS = 35;
export const ROW_WIDTH = 262;
const SIGN_WIDTH = 68;
/** Radius of a body's sign [pixels]. */
const SIGN_STYLE = { radius: 7 };

const right = (at: Vec2, x: number, y = 0): Vec2 => ({ x: at.x + x, y: at.y + y });

const stroke =
  (color: string, width: number, dashes?: string): Row['sign'] =>
  (at) =>
    line(right(at, 14), right(at, 52), { stroke: color, 'stroke-width': width, 'stroke-dasharray': dashes });

const drawsNothing = (): string => '';

function lineRows(traces: readonly RobotTrace[]): Row[] {
  const told = detailedTraces(traces);
  const row = ({ id }: RobotTrace, i: number): Row => {
    return { sign: stroke(drivenColor(i), 2.8), words: `driven line of ${id}` };
  };
  if (traces.length <= MAX_ROWS) return traces.map(row);
  if (told.length === traces.length) {
    return [{ sign: stroke(drivenColor(0), 2.8), words: `driven lines of ${traces.length} robots` }];
  }
  const others = `driven lines of ${traces.length - told.length} others`;
  return [...told.map(row), { sign: stroke(drivenColor(1), 0.9), words: others }];
}

function drivenRows(traces: readonly RobotTrace[]): Row[] {
  if (traces.length === 0) return [];
  return [
    ...lineRows(traces),
    { sign: (at) => footprint(right(at, 33), SIGN_STYLE, 0, startStyle(drivenColor(0))), words: 'start' },
    { sign: (at) => footprint(right(at, 33), SIGN_STYLE, 0, endStyle(drivenColor(0))), words: 'end' },
  ];
}

function goalRows({ robots }: Scenario): Row[] {
  const cross: Row['sign'] = (at) => {
    const side = (y: number) =>
      line(right(at, 28, y), right(at, 38, -y), { stroke: INK, 'stroke-width': 1.6 });
    return side(5) + side(-5) + ring(right(at, 33), 8, { fill: 'none', stroke: INK, 'stroke-width': 0.8 });
  };
  return [
    ...(robots.some(({ mission }) => plottedPathsOf(mission).length > 0)
      ? [{ sign: stroke(PATH, 1.2, '6 4'), words: 'path' }]
      : []),
    ...(robots.some(({ mission }) => targetsOf(mission).length > 0)
      ? [{ sign: cross, words: 'target and its tolerance' }]
      : []),
  ];
}

function worldRows({ world, respawn }: Scenario): Row[] {
  const solid = { fill: OBSTACLE, stroke: OBSTACLE_EDGE };
  const block: Row['sign'] = (at) => rectangle(right(at, 25, -6), { x: 16, y: 12 }, solid);
  const track: Row['sign'] = (at) =>
    polyline([right(at, 14), right(at, 52)], {
      stroke: MOVER,
      'stroke-width': 1.5,
      'stroke-dasharray': '1 4',
      'stroke-linecap': 'round',
    }) + ring(right(at, 14), 4, { fill: 'white', stroke: MOVER });
  const stands = world.circles.length + world.boxes.length + world.posts.at.length > 0;
  return [
    ...(world.walls.length > 0 ? [{ sign: stroke(INK, 2.5), words: 'wall' }] : []),
    ...(stands ? [{ sign: block, words: 'obstacle' }] : []),
    ...(world.movers.length > 0 ? [{ sign: track, words: 'mover and its track' }] : []),
    ...(respawn ? [{ sign: stroke(PATH, 1, '2 3'), words: 'put back in here' }] : []),
  ];
}

const arrowRow = (color: string, { value, pixels }: ArrowKey, name: string, unit: string): Row => ({
  sign: (at) =>
    group({ 'stroke-width': 1.6 }, [arrow(right(at, 33 - pixels / 2), { x: pixels, y: 0 }, color)]),
  words: `${name}, ${formatNumber(value)} ${unit}`,
});

/** Joins words to as few lines as possible. */
function wrap(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)}, ${word}`;
    if (lines.length > 0 && longer.length <= MAX_SMALL_LETTERS) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function marksRows(color: string, labels: readonly string[]): Row[] {
  const sign: Row['sign'] = (at) =>
    ring(right(at, 33), 6, { fill: 'none', stroke: color, 'stroke-width': 0.9, opacity: 0.6 });
  return wrap(labels).map((words, i) => ({ sign: i === 0 ? sign : drawsNothing, words, small: true }));
}

/** @param alone whether only one robot of a crowd has details */
function arrowRows(traces: readonly RobotTrace[], keys: ArrowKeys, alone: boolean): Row[] {
  if (traces.every(({ moments }) => moments.length === 0)) return [];
  const [first] = alone ? traces : [];
  const whose = first ? ` of ${first.id}` : '';
  const colorOf = forceColors(traces);
  const forces = behaviorsOf(traces).flatMap((name) => {
    const row = arrowRow(colorOf(name), keys.force, name, 'N');
    return [row, ...marksRows(colorOf(name), markLabels(traces, name))];
  });
  const cut = keys.force.cut || keys.velocity.cut;
  const words = `cut at ${MAX_ARROW_LENGTH} times this length`;
  return [
    arrowRow(VELOCITY, keys.velocity, `velocity${whose}`, 'm/s'),
    ...forces,
    ...(cut ? [{ sign: drawsNothing, words, small: true }] : []),
  ];
}

/** The rows for what this picture shows. */
export const plotLegendRows = (scenario: Scenario, traces: readonly RobotTrace[], keys: ArrowKeys): Row[] => [
  ...drivenRows(traces),
  ...goalRows(scenario),
  ...worldRows(scenario),
  ...arrowRows(detailedTraces(traces), keys, detailedTraces(traces).length < traces.length),
];

export const legendHeight = (rows: number, columns: number): number => Math.ceil(rows / columns) * ROW_HEIGHT;

const shortened = (words: string, letters: number): string =>
  words.length > letters ? `${words.slice(0, letters - 1)}…` : words;

function drawRow({ sign, words, small }: Row, at: Vec2): string {
  const style = { 'font-size': small ? 10 : 11.5, fill: small ? GREY : INK };
  const fitting = shortened(words, small ? MAX_SMALL_LETTERS : MAX_LETTERS);
  return sign(at) + text(right(at, SIGN_WIDTH, 4), fitting, style);
}

/** Rows from a corner down, in columns of equal height. */
export function drawLegend(rows: readonly Row[], corner: Vec2, columns: number): string {
  const height = Math.ceil(rows.length / columns);
  return group(
    { class: 'legend' },
    rows.map((row, i) =>
      drawRow(row, {
        x: corner.x + Math.floor(i / height) * ROW_WIDTH,
        y: corner.y + (i % height) * ROW_HEIGHT + ROW_HEIGHT / 2,
      }),
    ),
  );
}
