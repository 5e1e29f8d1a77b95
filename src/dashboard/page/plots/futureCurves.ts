/** The curves of other futures, each in the color of its line on the map: what the chart's main quantities would have been. */
import type { Seconds } from '../../../math/units.js';
import type { Theme } from '../../../scene/behaviorColors.js';
import { colorOf } from '../../../scene/inks.js';
import { futures, inkOf } from '../whatIf/futures.js';
import type { ChartSpec } from './charts.js';
import { curveDash, type PlotCurve } from './curves.js';
import { recordedBetween, sampleOf, seriesOfChart } from './history.js';

export interface FutureCurves {
  readonly times: readonly Seconds[];
  readonly curves: readonly (PlotCurve & { readonly values: readonly (number | null)[] })[];
}

/** Of each future that is there within the part that is plotted. */
export function futureCurvesOf(spec: ChartSpec, theme: Theme): readonly FutureCurves[] {
  const [from, to] = recordedBetween() ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const { names } = seriesOfChart(spec.id);
  const shown = names.filter((name) => spec.main?.includes(name) ?? true);
  return futures.peek().flatMap((future) => {
    const samples = future.samples.filter(({ at }) => at >= from && at <= to);
    if (samples.length === 0) return [];
    const values = samples.map((sample) => sampleOf(spec, sample));
    return {
      times: samples.map(({ at }) => at),
      curves: shown.map((name) => ({
        name: `${name}, future ${future.number}`,
        color: colorOf(inkOf(future), theme),
        dash: curveDash(names.indexOf(name)),
        values: values.map((value) => value[name] ?? null),
      })),
    };
  });
}
