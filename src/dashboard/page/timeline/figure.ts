/** The part of a recording that is shown, as one picture: from A, or the plotted part, or all of it. */
import type { Seconds } from '../../../math/units.js';
import type { Chart } from '../../../scene/plot/charts.js';
import { drawRecordedFigure, type RecordedFigure } from '../../../scene/plot/recordedFigure.js';
import type { FrameView } from '../../../signals/view.js';
import { CHARTS, type ChartSpec } from '../plots/charts.js';
import { curvesOf } from '../plots/curves.js';
import { futureCurvesOf } from '../plots/futureCurves.js';
import { sampleOf } from '../plots/history.js';
import { ownCharts } from '../plots/signals.js';
import { frame, scene } from '../store.js';
import { futures, inkOf, lineIn } from '../whatIf/futures.js';
import { anchor } from './anchor.js';

type Points = readonly { readonly x: number; readonly y: number }[];

/** Undefined before anything is shown. */
export function figureNow(): string | undefined {
  const [view, now, a] = [scene.peek(), frame.peek(), anchor.peek()];
  if (!view || !now) return undefined;
  const all = view.history?.samples ?? [];
  const [from, to] = a ? [Math.min(a.at, now.at), Math.max(a.at, now.at)] : [0, Number.POSITIVE_INFINITY];
  const samples = all.filter(({ at }) => at >= from && at <= to);
  const specs = ownCharts.peek().length > 0 ? ownCharts.peek() : CHARTS.filter(({ id }) => id === 'speeds');
  const figure: RecordedFigure = {
    scene: view,
    frames: [...(a ? [a] : []), now],
    samples,
    lines: futures
      .peek()
      .flatMap((future) =>
        view.robots
          .filter(({ ghost }) => !ghost)
          .map(({ id }) => ({ points: lineIn(future, id), ink: inkOf(future) })),
      ),
    charts: specs.map((spec) => chartOf(spec, samples, [from, to])),
  };
  return drawRecordedFigure(figure);
}

function chartOf(
  spec: ChartSpec,
  samples: readonly FrameView[],
  [from, to]: readonly [Seconds, Seconds],
): Chart {
  const values = samples.map((at) => sampleOf(spec, at));
  const own = curvesOf(spec, 'light').map(({ name, color, dash }) => ({
    ...{ name, color, dash },
    points: values.map((value, i) => ({ x: samples[i]?.at ?? 0, y: value[name] ?? Number.NaN })),
  }));
  const others = futureCurvesOf(spec, 'light').flatMap(({ times, curves }) =>
    curves.map(({ values: known, ...curve }) => ({
      ...curve,
      points: times.map((x, i) => ({ x, y: known[i] ?? Number.NaN })).filter(({ x }) => x >= from && x <= to),
    })),
  );
  return {
    title: spec.unit === '' ? spec.title : `${spec.title} [${spec.unit}]`,
    legend: [...own, ...others].map(({ name, color }) => ({ words: name, color })),
    curves: [...own, ...others].flatMap(({ color, dash, points }) =>
      withoutGaps(points).map((part) => ({
        ...{ color, points: part },
        ...(dash.length > 0 && { dashes: dash.join(' ') }),
      })),
    ),
  };
}

/** A line for each stretch of known values. */
function withoutGaps(points: Points): readonly Points[] {
  const parts: { readonly x: number; readonly y: number }[][] = [[]];
  for (const point of points) {
    if (Number.isFinite(point.y)) parts.at(-1)?.push(point);
    else if (parts.at(-1)?.length) parts.push([]);
  }
  return parts.filter((part) => part.length > 1);
}
