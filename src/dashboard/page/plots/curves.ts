/** How the curves of a chart look: the forces as on the map. */
import type { Theme } from '../../../scene/behaviorColors.js';
import { colorOf, type InkName } from '../../../scene/inks.js';
import { behaviorColors } from '../map/drawing/behaviorColors.js';
import type { ChartSpec } from './charts.js';
import { seriesOfChart } from './history.js';

const CURVE_COLORS: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#0072b2', '#d55e00', '#007a5a', '#a0478a', '#8a6100', '#4b4ba8', '#7a2b3a', '#333333'],
  dark: ['#6cb8f0', '#f08c4a', '#3fc99a', '#e39ac8', '#e0b040', '#a5a5f5', '#f0909f', '#d5d5d5'],
};

const CURVE_DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

/** The color of the curve with this index in its chart. */
const curveColor = (theme: Theme, i: number): string =>
  CURVE_COLORS[theme][i % CURVE_COLORS[theme].length] ?? '#888';

export const curveDash = (i: number): readonly number[] => CURVE_DASHES[i % CURVE_DASHES.length] ?? [];

export const gridColor = (theme: Theme): string => (theme === 'dark' ? '#2b343d' : '#e1e5e9');

export const axisColor = (theme: Theme): string => (theme === 'dark' ? '#a3b0bd' : '#55606b');

export interface PlotCurve {
  readonly name: string;
  readonly color: string;
  readonly dash: readonly number[];
}

const REPEAT_SUFFIX = / \d+$/;

/** Outcomes that the map draws, too, by the names of their curves. */
const OUTCOME_INKS: Readonly<Record<string, InkName>> = { sum: 'sum', 'limited force': 'clamped' };

/** Forces have the map's colors; undefined for a curve that the map does not draw. */
function forceColor(name: string, theme: Theme): string | undefined {
  const behavior = name.replace(REPEAT_SUFFIX, '');
  const ink = behaviorColors.has(behavior) ? behaviorColors.slot(behavior) : OUTCOME_INKS[name];
  return ink === undefined ? undefined : colorOf(ink, theme);
}

/** In the order of the legend. */
export const curvesOf = ({ id }: ChartSpec, theme: Theme): PlotCurve[] =>
  seriesOfChart(id).names.map((name, i) => ({
    name,
    color: (id === 'forces' ? forceColor(name, theme) : undefined) ?? curveColor(theme, i),
    dash: curveDash(i),
  }));
