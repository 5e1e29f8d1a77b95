/** A box plot of a sample, after Tukey. */

import { GREY, sampleStroke } from '../../svg/colors.js';
import { group, line, rectangle, ring, text } from '../../svg/svg.js';
import { quantile } from '../statistics.js';
import type { SortedSample } from './sample.js';
import { axisPlace, type ValueAxis } from './valueAxis.js';

export interface BoxFigures {
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  /** The farthest values within 1.5 interquartile ranges of the box. */
  readonly whiskers: readonly [low: number, high: number];
  readonly outliers: Float64Array;
}

/** Source: Tukey 1977. undefined for no values. */
export function boxOf(sorted: Float64Array): BoxFigures | undefined {
  if (sorted.length === 0) return undefined;
  const [lowerQuartile, median, upperQuartile] = [0.25, 0.5, 0.75].map((p) => quantile(sorted, p)) as [
    number,
    number,
    number,
  ];
  const reach = 1.5 * (upperQuartile - lowerQuartile);
  const isInside = (value: number) => value >= lowerQuartile - reach && value <= upperQuartile + reach;
  const whiskers = [sorted.find(isInside) ?? median, sorted.findLast(isInside) ?? median] as const;
  return {
    lowerQuartile,
    median,
    upperQuartile,
    // An interpolated quartile may lie beyond the last value inside.
    whiskers: [Math.min(whiskers[0], lowerQuartile), Math.max(whiskers[1], upperQuartile)],
    outliers: sorted.filter((value) => !isInside(value)),
  };
}

const BOX_HEIGHT = 16;

/** In the middle of the axis's area; points that share half a pixel are one. */
export function drawBox({ sorted, place }: SortedSample, axis: ValueAxis): string {
  const { left, top, width, height } = axis.area;
  const y = top + height / 2;
  const box = boxOf(sorted);
  if (!box) {
    return text({ x: left + width / 2, y: y + 4 }, 'no run has it', { 'text-anchor': 'middle', fill: GREY });
  }
  const at = (value: number) => axisPlace(axis, value);
  const { stroke } = sampleStroke(place);
  const half = Math.min(BOX_HEIGHT, height - 6) / 2;
  const [low, high] = box.whiskers.map(at) as [number, number];
  const [from, to] = [at(box.lowerQuartile), at(box.upperQuartile)];
  const upright = (x: number, reach: number, attributes = {}) =>
    line({ x, y: y - reach }, { x, y: y + reach }, attributes);
  const points = new Set(Array.from(box.outliers, (value) => Math.round(2 * at(value)) / 2));
  return group({ stroke, 'stroke-width': 1.4, class: 'box' }, [
    line({ x: low, y }, { x: from, y }),
    line({ x: to, y }, { x: high, y }),
    upright(low, half / 2),
    upright(high, half / 2),
    rectangle({ x: from, y: y - half }, { x: to - from, y: 2 * half }, { fill: stroke, 'fill-opacity': 0.2 }),
    upright(at(box.median), half, { 'stroke-width': 3 }),
    ...Array.from(points, (x) => ring({ x, y }, 2.2, { fill: 'none', 'stroke-width': 1 })),
  ]);
}
