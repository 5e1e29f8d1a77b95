/** The mean difference of two scenarios, seed by seed, with its interval: does it reach across zero? */

import { INK } from '../../svg/colors.js';
import type { Area } from '../../svg/page.js';
import { group, line, ring, text } from '../../svg/svg.js';
import { CONFIDENCE } from '../statistics.js';
import { axisPlace, drawValueAxis, spanOf, type ValueAxis } from './valueAxis.js';

export interface PairedDifference {
  /** Second minus first. */
  readonly mean: number;
  /** Null for too few pairs. */
  readonly interval: readonly [low: number, high: number] | null;
}

const signed = (value: number): string => {
  const digits = Number(value.toPrecision(3));
  return `${digits > 0 ? '+' : ''}${digits}`.replaceAll('-', '−');
};

function wordsOf({ mean, interval }: PairedDifference, unit: string): string {
  const value = `mean ${signed(mean)}${unit === '' ? '' : ` ${unit}`}`;
  return interval
    ? `${value}, ${100 * CONFIDENCE} %: ${signed(interval[0])} to ${signed(interval[1])}`
    : `${value}, too few pairs`;
}

export function drawDifference(difference: PairedDifference, area: Area, unit: string): string {
  const { mean, interval } = difference;
  const title = unit === '' ? 'difference' : `difference [${unit}]`;
  const axis: ValueAxis = { area, span: spanOf([0, mean, ...(interval ?? [])]), title };
  const y = area.top + area.height / 2;
  const at = (value: number): number => axisPlace(axis, value);
  const [low, high] = (interval ?? [mean, mean]).map(at) as [number, number];
  const zero = at(0);
  return group({ class: 'difference' }, [
    text({ x: 24, y: y + 4 }, 'second − first, seed by seed'),
    text({ x: area.left + area.width + 16, y: y + 4 }, wordsOf(difference, unit)),
    drawValueAxis(axis),
    group({ stroke: INK }, [
      line({ x: zero, y: area.top }, { x: zero, y: area.top + area.height }, { 'stroke-dasharray': '3 2' }),
      line({ x: low, y }, { x: high, y }, { 'stroke-width': 2.5 }),
      line({ x: low, y: y - 5 }, { x: low, y: y + 5 }, { 'stroke-width': 1.5 }),
      line({ x: high, y: y - 5 }, { x: high, y: y + 5 }, { 'stroke-width': 1.5 }),
      ring({ x: at(mean), y }, 4, { fill: INK, stroke: 'white' }),
    ]),
  ]);
}
