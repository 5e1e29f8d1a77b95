/** The legend: explains the signs that this picture contains, each drawn as in the picture. */
import type { Vec2 } from '../../math/geometry.js';
import { GREY, INK } from '../../svg/colors.js';
import { group, text } from '../../svg/svg.js';
import { type ArrowScale, type ArrowScales, MAX_RELATIVE_LENGTH } from '../arrowScale.js';
import { type ArrowLook, arrowShape, contributionLook, OUTCOMES } from '../arrows.js';
import { bodyPieces } from '../bodies.js';
import { pathsOf } from '../goals.js';
import {
  moverLook,
  obstacleLook,
  pathLook,
  putBackLook,
  targetLook,
  targetPieces,
  trackLook,
  wallLook,
} from '../ground.js';
import { formatNumber } from '../roundNumbers.js';
import type { Shape } from '../shapes.js';
import { svgOfAll } from '../svg.js';
import { drivenColor, endShapes, startShapes, stepColor } from './driven.js';
import { anyCut, behaviorsOf, detailedTraces, markLabels, slotsOf, thin } from './moments.js';
import { fixedTargets } from './plotExtent.js';
import { type PlottedRun, type RobotTrace, stepsShown } from './trace.js';

interface Row {
  /** In pixels as if they were metres, y up; the origin is the middle of the left end of the sign's place. */
  readonly sign: readonly Shape[];
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

/** Where signs begin and end. */
const [SIGN_LEFT, SIGN_RIGHT] = [14, 52];
const SIGN_MIDDLE = (SIGN_LEFT + SIGN_RIGHT) / 2;
const BODY_RADIUS = 7;

type Look = Omit<Shape, 'pieces'>;

const LONG = { kind: 'line', points: [SIGN_LEFT, SIGN_RIGHT].map((x) => ({ x, y: 0 })) } as const;

const stroke = (look: Look): Row['sign'] => [{ pieces: [LONG], ...look }];

/** A picture of more steps tells the first of them. */
const MOST_STEPS = 10;
const MOST_WORDS = 26;

/** The end of a path says more than its beginning. */
const endOf = (step: string): string => (step.length <= MOST_WORDS ? step : `…${step.slice(1 - MOST_WORDS)}`);

function lineRows(traces: readonly RobotTrace[]): Row[] {
  const told = detailedTraces(traces);
  const steps = stepsShown(traces);
  if (steps.length > 0)
    return steps.slice(0, MOST_STEPS).map((step, i) => ({
      sign: stroke({ stroke: stepColor(i), width: 2.8 }),
      words: `in ${endOf(step)}`,
    }));
  const row = ({ id }: RobotTrace, i: number): Row => {
    return { sign: stroke({ stroke: drivenColor(i), width: 2.8 }), words: `driven line of ${id}` };
  };
  if (traces.length <= MAX_ROWS) return traces.map(row);
  if (told.length === traces.length) {
    return [
      {
        sign: stroke({ stroke: drivenColor(0), width: 2.8 }),
        words: `driven lines of ${traces.length} robots`,
      },
    ];
  }
  const others = `driven lines of ${traces.length - told.length} others`;
  return [...told.map(row), { sign: stroke({ stroke: drivenColor(1), width: 0.9 }), words: others }];
}

const BODY = bodyPieces({ view: { radius: BODY_RADIUS }, pose: { x: SIGN_MIDDLE, y: 0, heading: 0 } }, 1);

function drivenRows(traces: readonly RobotTrace[]): Row[] {
  if (traces.length === 0) return [];
  return [
    ...lineRows(traces),
    { sign: startShapes(BODY, drivenColor(0), 1), words: 'start' },
    { sign: endShapes(BODY, drivenColor(0), 1), words: 'end' },
  ];
}

function goalRows({ robots }: PlottedRun): Row[] {
  const target = targetPieces({ x: SIGN_MIDDLE, y: 0 }, { kind: 'point', within: 0 }, 1);
  return [
    ...(robots.some(({ mission }) => pathsOf(mission).length > 0)
      ? [{ sign: stroke(pathLook(1)), words: 'path' }]
      : []),
    ...(fixedTargets(robots).length > 0
      ? [{ sign: [{ pieces: target, ...targetLook(1) }], words: 'target and its tolerance' }]
      : []),
  ];
}

function worldRows({ things, putBack }: PlottedRun): Row[] {
  const has = (...kinds: readonly string[]) => things.some(({ kind }) => kinds.includes(kind));
  const box = { kind: 'box', at: { x: SIGN_MIDDLE, y: 0, heading: 0 }, size: [16, 12] } as const;
  const ring = { kind: 'circle', at: { x: SIGN_LEFT, y: 0 }, radius: 4 } as const;
  const mover = [...stroke(trackLook(1)), { pieces: [ring], ...moverLook(1) }];
  return [
    ...(has('wall') ? [{ sign: stroke(wallLook(1)), words: 'wall' }] : []),
    ...(has('circle', 'box') || things.some((thing) => thing.kind === 'mover' && thing.solid)
      ? [{ sign: [{ pieces: [box], ...obstacleLook(1) }], words: 'obstacle' }]
      : []),
    ...(has('mover') ? [{ sign: mover, words: 'mover and its track' }] : []),
    ...(putBack ? [{ sign: stroke(putBackLook(1)), words: 'put back in here' }] : []),
  ];
}

function arrowRow(look: ArrowLook, by: ArrowScale, words: string): Row {
  const piece = {
    kind: 'arrow',
    from: { x: SIGN_MIDDLE - by.pixels / 2, y: 0 },
    along: { x: by.pixels, y: 0 },
  } as const;
  return { sign: [arrowShape({ look: thin(look), piece }, 1)], words };
}

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

function marksRows(slot: number, labels: readonly string[]): Row[] {
  const ring = { kind: 'circle', at: { x: SIGN_MIDDLE, y: 0 }, radius: 6 } as const;
  const sign: Row['sign'] = [{ pieces: [ring], stroke: slot, width: 1, alpha: 0.6 }];
  return wrap(labels).map((words, i) => ({ sign: i === 0 ? sign : [], words, small: true }));
}

/** @param alone whether only one robot of a crowd has details */
function arrowRows(traces: readonly RobotTrace[], scales: ArrowScales, alone: boolean): Row[] {
  if (traces.every(({ moments }) => moments.length === 0)) return [];
  const [first] = alone ? traces : [];
  const whose = first ? ` of ${first.id}` : '';
  const slot = slotsOf(traces);
  const { force, velocity } = scales;
  const forces = behaviorsOf(traces).flatMap((name) => {
    const row = arrowRow(contributionLook(slot(name)), force, `${name}, ${formatNumber(force.value)} N`);
    return [row, ...marksRows(slot(name), markLabels(traces, name))];
  });
  const words = `cut at ${MAX_RELATIVE_LENGTH} times this length`;
  return [
    arrowRow(OUTCOMES.velocity, velocity, `velocity${whose}, ${formatNumber(velocity.value)} m/s`),
    ...forces,
    ...(anyCut(traces, scales) ? [{ sign: [], words, small: true }] : []),
  ];
}

/** The rows for what this picture shows. */
export function plotLegendRows(run: PlottedRun, traces: readonly RobotTrace[], scales: ArrowScales): Row[] {
  const told = detailedTraces(traces);
  return [
    ...drivenRows(traces),
    ...goalRows(run),
    ...worldRows(run),
    ...arrowRows(told, scales, told.length < traces.length),
  ];
}

export const legendHeight = (rows: number, columns: number): number => Math.ceil(rows / columns) * ROW_HEIGHT;

const shortened = (words: string, letters: number): string =>
  words.length > letters ? `${words.slice(0, letters - 1)}…` : words;

function drawRow({ sign, words, small }: Row, at: Vec2): string {
  const style = { 'font-size': small ? 10 : 11.5, fill: small ? GREY : INK };
  const fitting = shortened(words, small ? MAX_SMALL_LETTERS : MAX_LETTERS);
  const placing = { scale: 1, place: ({ x, y }: Vec2) => ({ x: at.x + x, y: at.y - y }) };
  return svgOfAll(placing, sign).join('') + text({ x: at.x + SIGN_WIDTH, y: at.y + 4 }, fitting, style);
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
