/** The charts of the robot in focus, one at a time: drawn with uPlot, with the present values below. */

import { computed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { Theme } from '../../../scene/behaviorColors.js';
import { colorOf, type InkName } from '../../../scene/inks.js';
import { formatFixed } from '../format.js';
import { theme } from '../layout/display.js';
import { type Tab, Tabs } from '../layout/Tabs.js';
import { behaviorColors } from '../map/drawing/behaviorColors.js';
import { frame } from '../store.js';
import { meaningOf } from '../words.js';
import { CHARTS, type ChartSpec, timeRange, valueRange } from './charts.js';
import { plotWindow, recordedSamples, seriesOfChart, type TimeSeries } from './history.js';

const REDRAW_PERIOD_MS = 70;
const CHART_HEIGHT = 150;
const AXIS_FONT = '11px system-ui, sans-serif';

function seriesOf(spec: ChartSpec, theme: Theme): uPlot.Series[] {
  return curvesOf(spec, theme).map(({ name, color, dash }) => ({
    label: name,
    scale: spec.counts?.includes(name) ? 'count' : 'y',
    stroke: color,
    dash: [...dash],
    width: 1.5,
    points: { show: false },
  }));
}

function axesOf({ unit, counts = [] }: ChartSpec, theme: Theme): uPlot.Axis[] {
  const grid = { stroke: gridColor(theme), width: 1 };
  const look = { stroke: axisColor(theme), font: AXIS_FONT, grid, ticks: { show: false } };
  const count: uPlot.Axis = { ...look, scale: 'count', side: 1, size: 36, grid: { show: false } };
  return [
    { ...look, size: 24, values: (_, at) => at.map((value) => `${value} s`), space: 70 },
    {
      ...look,
      scale: 'y',
      size: 52,
      space: 28,
      ...(unit && { label: unit, labelSize: 16, labelFont: AXIS_FONT }),
    },
    ...(counts.length > 0 ? [count] : []),
  ];
}

/** Counts are integers: their axis covers at least this span. */
const MIN_COUNT_SPAN = 5;

const rangeOf = (least: number) => (_: uPlot, low: number | null, high: number | null) =>
  valueRange(low, high, least);

function buildPlot(holder: HTMLElement, spec: ChartSpec, series: TimeSeries, theme: Theme): uPlot {
  const latest = () => timeRange(series.times, plotWindow(frame.peek()));
  const options: uPlot.Options = {
    width: Math.max(120, holder.clientWidth),
    height: CHART_HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 8, 0, 0],
    hooks: { draw: [drawInstant] },
    scales: {
      x: { time: false, range: latest },
      y: { range: rangeOf(spec.minSpan) },
      count: { range: rangeOf(MIN_COUNT_SPAN) },
    },
    series: [{}, ...seriesOf(spec, theme)],
    axes: axesOf(spec, theme),
  };
  return new uPlot(options, dataOf(series), holder);
}

/** A line across the plot at the recording's present instant. */
function drawInstant({ ctx, bbox, valToPos }: uPlot): void {
  const at = frame.peek()?.at;
  if (!recordedSamples.peek() || at === undefined) return;
  const x = Math.round(valToPos(at, 'x', true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = axisColor(theme.peek());
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

const dataOf = (series: TimeSeries): uPlot.AlignedData =>
  [series.times, ...series.names.map((name) => series.column(name))] as uPlot.AlignedData;

/** Draws one chart, at most 15 times a second and only while it is visible. @returns a call that ends it */
function drawChart(holder: HTMLElement, spec: ChartSpec, theme: Theme): () => void {
  const series = seriesOfChart(spec.id);
  let plot: uPlot | undefined;
  let names = '';
  let drawn: number | undefined;
  let inSight = true;
  const draw = (): void => {
    const last = recordedSamples.peek() ? frame.peek()?.at : series.times.at(-1);
    if (!inSight || document.hidden || last === drawn) return;
    drawn = last;
    const now = series.names.join();
    if (plot && names === now) plot.setData(dataOf(series));
    else {
      plot?.destroy();
      // No axes for a quantity that is not measured.
      plot = now === '' ? undefined : buildPlot(holder, spec, series, theme);
    }
    names = now;
  };
  const sight = new IntersectionObserver(([entry]) => {
    inSight = entry?.isIntersecting ?? true;
  });
  const size = new ResizeObserver(() => {
    plot?.setSize({ width: Math.max(120, holder.clientWidth), height: CHART_HEIGHT });
  });
  sight.observe(holder);
  size.observe(holder);
  const timer = setInterval(draw, REDRAW_PERIOD_MS);
  draw();
  return () => {
    clearInterval(timer);
    sight.disconnect();
    size.disconnect();
    plot?.destroy();
  };
}

/** Numbers that change faster cannot be read. */
const VALUES_PERIOD_MS = 250;

function Swatch({ color, dash }: PlotCurve) {
  return (
    <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
      <line x1="0" y1="4" x2="24" y2="4" stroke={color} stroke-dasharray={dash.join(' ')} />
    </svg>
  );
}

function Values({ spec }: { readonly spec: ChartSpec }) {
  const beat = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => {
      beat.value += 1;
    }, VALUES_PERIOD_MS);
    return () => clearInterval(timer);
  }, [beat]);
  const series = seriesOfChart(spec.id);
  // Nothing is measured before the first tick.
  if (beat.value > 0 && series.names.length === 0) return <p class="note">This robot does not measure it.</p>;
  const now = recordedSamples.peek() ? frame.peek()?.at : undefined;
  const shown = (name: string): string =>
    spec.counts?.includes(name)
      ? formatFixed(series.valueAt(name, now), 0)
      : formatFixed(series.valueAt(name, now), spec.digits);
  return (
    <table class="values">
      <caption class="unseen">{spec.title} now</caption>
      <tbody>
        {curvesOf(spec, theme.value).map((curve) => (
          <tr key={curve.name} title={meaningOf(curve.name)}>
            <th scope="row">
              <Swatch {...curve} />
              {curve.name}
            </th>
            <td>
              <span class="number">{shown(curve.name)}</span>{' '}
              {spec.counts?.includes(curve.name) ? '' : spec.unit}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A chart with its present values below, which are also its legend and its text for screen readers. */
function Chart({ spec }: { readonly spec: ChartSpec }) {
  const holder = useRef<HTMLDivElement>(null);
  const look = theme.value;
  useEffect(() => (holder.current ? drawChart(holder.current, spec, look) : undefined), [spec, look]);
  return (
    <figure class="chart">
      <div
        ref={holder}
        class="chart-plot"
        role="img"
        aria-label={`${spec.title} over ${recordedSamples.value ? 'the whole recording' : 'the last 30 s'}`}
      />
      <Values spec={spec} />
    </figure>
  );
}

const CHART_TABS: readonly Tab[] = CHARTS.map((spec) => ({
  id: spec.id,
  title: spec.title,
  content: () => <Chart key={spec.id} spec={spec} />,
}));

const hasBattery = computed(() => frame.value?.link?.volts !== undefined);

export function PlotsPanel() {
  return <Tabs label="Plots" tabs={CHART_TABS.filter(({ id }) => id !== 'battery' || hasBattery.value)} />;
}

const CURVE_COLORS: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#0072b2', '#d55e00', '#007a5a', '#a0478a', '#8a6100', '#4b4ba8', '#7a2b3a', '#333333'],
  dark: ['#6cb8f0', '#f08c4a', '#3fc99a', '#e39ac8', '#e0b040', '#a5a5f5', '#f0909f', '#d5d5d5'],
};

const CURVE_DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

/** The color of the curve with this index in its chart. */
const curveColor = (theme: Theme, i: number): string =>
  CURVE_COLORS[theme][i % CURVE_COLORS[theme].length] ?? '#888';

const curveDash = (i: number): readonly number[] => CURVE_DASHES[i % CURVE_DASHES.length] ?? [];

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
