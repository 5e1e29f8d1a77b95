/** The charts of the robot in focus, one at a time: drawn with uPlot, with the present values below. */

import './plots.css';
import { computed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { Seconds } from '../../../math/units.js';
import type { Theme } from '../../../scene/behaviorColors.js';
import { theme } from '../layout/display.js';
import { type Tab, Tabs } from '../layout/Tabs.js';
import { frame, operate } from '../store.js';
import { anchor, zoomOut } from '../timeline/anchor.js';
import { futures } from '../whatIf/futures.js';
import { CHARTS, type ChartSpec, timeRange, valueRange } from './charts.js';
import { axisColor, curvesOf, gridColor, type PlotCurve } from './curves.js';
import { type FutureCurves, futureCurvesOf } from './futureCurves.js';
import { plotted, plotWindow, recordedSamples, seriesOfChart, type TimeSeries } from './history.js';
import { SignalChooser } from './SignalChooser.js';
import { ownCharts } from './signals.js';
import { Values } from './Values.js';

const REDRAW_PERIOD_MS = 70;
const CHART_HEIGHT = 150;
const AXIS_FONT = '11px system-ui, sans-serif';
const USUAL_WIDTH = 1.5;
const FUTURE_WIDTH = 2;

function seriesOf(spec: ChartSpec, theme: Theme, others: readonly FutureCurves[]): uPlot.Series[] {
  const look = ({ name, color, dash }: PlotCurve, width: number): uPlot.Series => ({
    label: name,
    scale: spec.counts?.includes(name) ? 'count' : 'y',
    stroke: color,
    dash: [...dash],
    width,
    points: { show: false },
    // Its samples are at other times than the recording's.
    spanGaps: width > USUAL_WIDTH,
  });
  return [
    ...curvesOf(spec, theme).map((curve) => look(curve, USUAL_WIDTH)),
    ...others.flatMap(({ curves }) => curves.map((curve) => look(curve, FUTURE_WIDTH))),
  ];
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
  const others = futureCurvesOf(spec, theme);
  const latest = () => timeRange(series.times, plotWindow(frame.peek()));
  const options: uPlot.Options = {
    width: Math.max(120, holder.clientWidth),
    height: CHART_HEIGHT,
    legend: { show: false },
    cursor: recordedSamples.peek() ? pointing : { show: false },
    padding: [8, 8, 0, 0],
    hooks: { draw: [drawInstants], setSelect: [zoomToSelected] },
    scales: {
      x: { time: false, range: latest },
      y: { range: rangeOf(spec.minSpan) },
      count: { range: rangeOf(MIN_COUNT_SPAN) },
    },
    series: [{}, ...seriesOf(spec, theme, others)],
    axes: axesOf(spec, theme),
  };
  return new uPlot(options, dataOf(series, others), holder);
}

/** In a recording: a press goes to that instant, a drag plots only that part, a double press all of it. */
const pointing: uPlot.Cursor = {
  points: { show: false },
  y: false,
  drag: { x: true, y: false, setScale: false },
  bind: {
    click: (plot) => () => {
      if (plot.select.width === 0 && plot.cursor.left !== undefined)
        operate({ kind: 'scrub', at: plot.posToVal(plot.cursor.left, 'x') });
      return null;
    },
    dblclick: () => () => {
      zoomOut();
      return null;
    },
  },
};

function zoomToSelected(plot: uPlot): void {
  const { left, width } = plot.select;
  if (width < 3) return;
  operate({ kind: 'zoom', between: [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')] });
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}

/** Lines across the plot at the recording's present instant, and dashed at A. */
function drawInstants(plot: uPlot): void {
  if (!recordedSamples.peek()) return;
  drawInstant(plot, frame.peek()?.at, []);
  drawInstant(plot, anchor.peek()?.at, [4, 3]);
}

function drawInstant({ ctx, bbox, valToPos }: uPlot, at: Seconds | undefined, dashes: number[]): void {
  if (at === undefined) return;
  const x = Math.round(valToPos(at, 'x', true)) + 0.5;
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  ctx.save();
  ctx.strokeStyle = axisColor(theme.peek());
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash(dashes.map((dash) => dash * devicePixelRatio));
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

/** Futures have times of their own: the columns are put on one axis. */
function dataOf(series: TimeSeries, others: readonly FutureCurves[]): uPlot.AlignedData {
  const columns = series.names.map((name) => series.column(name));
  const own = [series.times, ...columns] as uPlot.AlignedData;
  if (others.length === 0) return own;
  const tables = others.map(({ times, curves }) => [times, ...curves.map(({ values }) => values)]);
  return uPlot.join([own, ...(tables as uPlot.AlignedData[])]);
}

/** Draws one chart, at most 15 times a second and only while it is visible. @returns a call that ends it */
function drawChart(holder: HTMLElement, spec: ChartSpec, theme: Theme): () => void {
  const series = seriesOfChart(spec.id);
  let plot: uPlot | undefined;
  let names = '';
  let drawn = '';
  let inSight = true;
  const draw = (): void => {
    const last = recordedSamples.peek() ? `${frame.peek()?.at} ${anchor.peek()?.at}` : series.times.at(-1);
    const told = futures
      .peek()
      .map(({ number, samples }) => `${number} ${samples.length} ${samples.at(-1)?.at}`);
    const now = `${last} ${plotted.peek()} ${told.join()}`;
    if (!inSight || document.hidden || now === drawn) return;
    drawn = now;
    const others = futureCurvesOf(spec, theme);
    const namesNow = [series.names, others.flatMap(({ curves }) => curves.map(({ name }) => name))].join();
    if (plot && names === namesNow) plot.setData(dataOf(series, others));
    else {
      plot?.destroy();
      // No axes for a quantity that is not measured.
      plot = series.names.length === 0 ? undefined : buildPlot(holder, spec, series, theme);
    }
    names = namesNow;
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

const SIGNALS_TAB: Tab = {
  id: 'signals',
  title: 'Signals',
  content: () => (
    <SignalChooser>
      {ownCharts.value.map((spec) => (
        <Chart key={spec.id} spec={spec} />
      ))}
    </SignalChooser>
  ),
};

const hasBattery = computed(() => frame.value?.link?.volts !== undefined);

export function PlotsPanel() {
  const tabs = CHART_TABS.filter(({ id }) => id !== 'battery' || hasBattery.value);
  return <Tabs label="Plots" tabs={[...tabs, SIGNALS_TAB]} />;
}
