/** How figures are distributed over many runs: box plots beside cumulative shares, as one SVG picture. */

import { GREY, INK, sampleStroke } from '../../svg/colors.js';
import type { Area } from '../../svg/page.js';
import { page } from '../../svg/page.js';
import { element, group, line, text, tooltip } from '../../svg/svg.js';
import { drawBox } from './box.js';
import { drawCumulative } from './cumulative.js';
import { drawDifference, type PairedDifference } from './pairedDifference.js';
import { type PlotSample, type SortedSample, sortedSamples } from './sample.js';
import { drawValueAxis, spanOf, type ValueAxis } from './valueAxis.js';

export interface FigureSamples {
  readonly name: string;
  /** `m`; empty for a count or a share. */
  readonly unit: string;
  readonly groups: readonly PlotSample[];
  /** Of the second group to the first, seed by seed. */
  readonly paired?: PairedDifference;
}

const LEFT = 24;
const SIGN_WIDTH = 30;
const BOX_LEFT = 238;
const BOX_WIDTH = 330;
const SHARE_LEFT = 640;
const SHARE_WIDTH = 300;
const RIGHT = 22;
const TITLE_HEIGHT = 40;
const AXIS_HEIGHT = 52;
const DIFFERENCE_HEIGHT = 78;
const MIN_HEIGHT = 132;
const MAX_SHARE_HEIGHT = 260;

/** More groups than this have lower rows, without the number of runs. */
const MAX_TALL_ROWS = 12;
const TALL_ROW = 38;
const LOW_ROW = 21;

/** Letters that fit beside a box. */
const MAX_LETTERS = 25;

/**
 * The box spans the quartiles, with the median in it; whiskers reach to the farthest values within 1.5 times its width,
 * and what is beyond them is a point. The curve at a value is the share of all runs that have at most that value: it
 * ends below 1 where runs have none, such as a time to a goal that was never reached.
 */
export function plotDistributions({ figures }: { readonly figures: readonly FigureSamples[] }): string {
  let top = 8;
  const drawn = figures.map((figure) => {
    const block = drawFigure(figure, top);
    top += heightOf(figure);
    return block;
  });
  const width = SHARE_LEFT + SHARE_WIDTH + RIGHT;
  const names = figures.map(({ name }) => name).join(', ');
  return page(width, top + 8, tooltip(`Distributions of ${names}`), drawn);
}

const rowHeight = (groups: readonly PlotSample[]): number =>
  groups.length > MAX_TALL_ROWS ? LOW_ROW : TALL_ROW;

const panelHeight = ({ groups }: FigureSamples): number =>
  Math.max(MIN_HEIGHT, groups.length * rowHeight(groups));

const heightOf = (figure: FigureSamples): number =>
  TITLE_HEIGHT + panelHeight(figure) + AXIS_HEIGHT + (figure.paired ? DIFFERENCE_HEIGHT : 0);

const withUnit = (name: string, unit: string): string => (unit === '' ? name : `${name} [${unit}]`);

function drawFigure(figure: FigureSamples, top: number): string {
  const { name, unit, groups, paired } = figure;
  const samples = sortedSamples(groups);
  const height = panelHeight(figure);
  const panel = { top: top + TITLE_HEIGHT, height };
  const span = spanOf(samples.flatMap(({ sorted }) => [sorted[0], sorted.at(-1)]));
  const title = withUnit(name, unit);
  const boxes: ValueAxis = { area: { left: BOX_LEFT, width: BOX_WIDTH, ...panel }, span, title };
  const share = {
    left: SHARE_LEFT,
    width: SHARE_WIDTH,
    ...panel,
    height: Math.min(height, MAX_SHARE_HEIGHT),
  };
  const bottom = panel.top + height + AXIS_HEIGHT;
  return group({ 'font-size': 11, fill: INK }, [
    text({ x: LEFT, y: top + 22 }, title, { 'font-size': 14, 'font-weight': 'bold' }),
    drawValueAxis(boxes),
    ...samples.map((sample) => drawRow(sample, boxes, height / samples.length)),
    drawCumulative(samples, { area: share, span, title }),
    paired ? drawDifference(paired, { left: BOX_LEFT, top: bottom, width: BOX_WIDTH, height: 26 }, unit) : '',
  ]);
}

/** A group's line as in the curves, its name, the number of its runs, and its box. */
function drawRow(sample: SortedSample, axis: ValueAxis, height: number): string {
  const { label, place } = sample;
  const middle = axis.area.top + (place + 0.5) * height;
  const isTall = height >= TALL_ROW;
  const runs = runsOf(sample);
  const words = { x: LEFT + SIGN_WIDTH + 8, y: middle + (isTall ? -2 : 4) };
  const sign = line(
    { x: LEFT, y: words.y - 4 },
    { x: LEFT + SIGN_WIDTH, y: words.y - 4 },
    {
      ...sampleStroke(place),
      'stroke-width': 2,
    },
  );
  const area: Area = { ...axis.area, top: axis.area.top + place * height, height };
  return element(
    'g',
    {},
    tooltip(`${label}: ${runs}`) +
      sign +
      text(words, shortened(label)) +
      (isTall ? text({ x: words.x, y: words.y + 15 }, runs, { fill: GREY }) : '') +
      drawBox(sample, { ...axis, area }),
  );
}

function runsOf({ values, sorted }: SortedSample): string {
  const missing = values.length - sorted.length;
  return `${sorted.length} ${sorted.length === 1 ? 'run' : 'runs'}${missing > 0 ? `, ${missing} without` : ''}`;
}

/** Names of files and variants differ at their ends. */
function shortened(label: string): string {
  if (label.length <= MAX_LETTERS) return label;
  return `${label.slice(0, 8)}…${label.slice(9 - MAX_LETTERS)}`;
}
