/** Draws one chart with uPlot, at most 15 times a second and only while it is in sight. */
import uPlot from 'uplot';
import { frame } from '../store.js';
import type { ChartSpec } from './charts.js';
import { curvesOf } from './curves.js';
import { plotWindow, seriesOfChart } from './history.js';
import { axisColor, gridColor, type Theme } from './palette.js';
import { timeRange, valueRange } from './ranges.js';
import type { TimeSeries } from './strip.js';

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

/** Counts go by ones. */
const MIN_COUNT_SPAN = 5;

const rangeOf = (least: number) => (_: uPlot, low: number | null, high: number | null) =>
  valueRange(low, high, least);

function buildPlot(holder: HTMLElement, spec: ChartSpec, strip: TimeSeries, theme: Theme): uPlot {
  const latest = () => timeRange(strip.times, plotWindow(frame.peek()));
  const options: uPlot.Options = {
    width: Math.max(120, holder.clientWidth),
    height: CHART_HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 8, 0, 0],
    scales: {
      x: { time: false, range: latest },
      y: { range: rangeOf(spec.minSpan) },
      count: { range: rangeOf(MIN_COUNT_SPAN) },
    },
    series: [{}, ...seriesOf(spec, theme)],
    axes: axesOf(spec, theme),
  };
  return new uPlot(options, dataOf(strip), holder);
}

const dataOf = (strip: TimeSeries): uPlot.AlignedData =>
  [strip.times, ...strip.names.map((name) => strip.column(name))] as uPlot.AlignedData;

/** @returns what ends it */
export function drawChart(holder: HTMLElement, spec: ChartSpec, theme: Theme): () => void {
  const strip = seriesOfChart(spec.id);
  let plot: uPlot | undefined;
  let names = '';
  let drawn: number | undefined;
  let inSight = true;
  const draw = (): void => {
    const last = strip.times.at(-1);
    if (!inSight || document.hidden || last === drawn) return;
    drawn = last;
    const now = strip.names.join();
    if (plot && names === now) plot.setData(dataOf(strip));
    else {
      plot?.destroy();
      // No axes of what nobody measures.
      plot = now === '' ? undefined : buildPlot(holder, spec, strip, theme);
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
