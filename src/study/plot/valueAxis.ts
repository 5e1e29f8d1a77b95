/** The axis of a figure's values, to the right: its span, its numbers, and where a value lies. */
import { multiples, roundStep } from '../../scene/roundNumbers.js';
import { GREY, GRID } from '../../svg/colors.js';
import type { Area } from '../../svg/page.js';
import { group, line, rectangle, text } from '../../svg/svg.js';

export type ValueSpan = readonly [low: number, high: number];

export interface ValueAxis {
  readonly area: Area;
  readonly span: ValueSpan;
  readonly title: string;
}

/** Room on both sides, as a share of the span. */
const MARGIN = 0.05;
const NUMBERS = 6;
/** Letters of a title that fit below the axis. */
const MAX_LETTERS = 45;

/** The span of these values with a margin; not empty, though all are equal or there are none. */
export function spanOf(values: readonly (number | undefined)[]): ValueSpan {
  const finite = values.filter((value): value is number => Number.isFinite(value));
  if (finite.length === 0) return [0, 1];
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const margin = high > low ? (high - low) * MARGIN : Math.abs(high) * MARGIN || 0.5;
  return [low - margin, high + margin];
}

export const axisPlace = ({ area, span: [low, high] }: ValueAxis, value: number): number =>
  area.left + ((value - low) / (high - low)) * area.width;

/** With as many decimals as the step between numbers has. */
function written(value: number, step: number): string {
  if (Math.abs(value) < step / 1000) return '0';
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const text = decimals > 8 || Math.abs(value) >= 1e7 ? value.toPrecision(3) : value.toFixed(decimals);
  return text.replaceAll('-', '−');
}

/** The frame, lines at round values, and the numbers and the title below. */
export function drawValueAxis(axis: ValueAxis): string {
  const { area, span, title } = axis;
  const { left, top, width, height } = area;
  const bottom = top + height;
  const step = roundStep((span[1] - span[0]) / NUMBERS);
  const values = multiples(step, ...span);
  const lines = values
    .map((value) => axisPlace(axis, value))
    .map((x) => line({ x, y: top }, { x, y: bottom }));
  const short = title.length > MAX_LETTERS ? `…${title.slice(1 - MAX_LETTERS)}` : title;
  return [
    group({ stroke: GRID }, lines),
    rectangle(
      { x: left, y: top },
      { x: width, y: height },
      { fill: 'none', stroke: GREY, 'stroke-width': 0.8 },
    ),
    group({ 'text-anchor': 'middle' }, [
      ...values.map((value) => text({ x: axisPlace(axis, value), y: bottom + 15 }, written(value, step))),
      text({ x: left + width / 2, y: bottom + 32 }, short),
    ]),
  ].join('\n');
}
