/** The empirical cumulative distribution of samples: at a value, the share of the runs that have at most that value. */
import type { Vec2 } from '../../math/geometry.js';
import { GRID, sampleStroke } from '../../svg/colors.js';
import { group, line, polyline, text } from '../../svg/svg.js';
import type { SortedSample } from './sample.js';
import { axisPlace, drawValueAxis, type ValueAxis } from './valueAxis.js';

const SHARES = [0, 0.25, 0.5, 0.75, 1];

export function drawCumulative(samples: readonly SortedSample[], axis: ValueAxis): string {
  const { left, top, width, height } = axis.area;
  const level = (share: number) => top + (1 - share) * height;
  const middle = { x: left - 38, y: top + height / 2 };
  return [
    group(
      { stroke: GRID },
      SHARES.map((share) => line({ x: left, y: level(share) }, { x: left + width, y: level(share) })),
    ),
    drawValueAxis(axis),
    group(
      { 'text-anchor': 'end' },
      SHARES.map((share) => text({ x: left - 6, y: level(share) + 4 }, String(share))),
    ),
    text({ x: 0, y: 0 }, 'share of runs', {
      'text-anchor': 'middle',
      transform: `translate(${middle.x} ${middle.y}) rotate(-90)`,
    }),
    group(
      { 'stroke-width': 1.8, class: 'curves' },
      samples.map((sample) => polyline(stepsOf(sample, axis), sampleStroke(sample.place))),
    ),
  ].join('\n');
}

/** The curve as steps on the page, at most two points for each half pixel. */
function stepsOf({ sorted, values }: SortedSample, axis: ValueAxis): Vec2[] {
  const { left, top, width, height } = axis.area;
  const level = (count: number) => top + (1 - count / values.length) * height;
  const counts = new Map<number, number>();
  for (const [i, value] of sorted.entries()) counts.set(Math.round(2 * axisPlace(axis, value)) / 2, i + 1);
  const points: Vec2[] = [{ x: left, y: level(0) }];
  let before = 0;
  for (const [x, count] of counts) {
    points.push({ x, y: level(before) }, { x, y: level(count) });
    before = count;
  }
  points.push({ x: left + width, y: level(before) });
  return sorted.length === 0 ? [] : points;
}
