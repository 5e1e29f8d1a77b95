/** How the curves of a chart look: the same on the chart and in its legend. */
import { behaviorColors } from '../map/drawing/behaviorColors.js';
import type { ChartSpec } from './charts.js';
import { seriesOfChart } from './history.js';
import { curveColor, curveDash, mapColor, type Theme } from './palette.js';

export interface Curve {
  readonly name: string;
  readonly color: string;
  readonly dash: readonly number[];
}

const REPEAT_SUFFIX = / \d+$/;

function forceColor(name: string): string | undefined {
  const behavior = name.replace(REPEAT_SUFFIX, '');
  const slot = behaviorColors.has(behavior) ? behaviorColors.slot(behavior) : undefined;
  return mapColor(name, slot, getComputedStyle(document.documentElement));
}

/** In the order of their legend. */
export const curvesOf = ({ id }: ChartSpec, theme: Theme): Curve[] =>
  seriesOfChart(id).names.map((name, i) => ({
    name,
    color: (id === 'forces' ? forceColor(name) : undefined) ?? curveColor(theme, i),
    dash: curveDash(i),
  }));
