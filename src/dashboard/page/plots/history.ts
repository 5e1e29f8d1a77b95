/** The plotted samples of the robot in focus: a time series per chart. */
import { computed, effect, signal, untracked } from '@preact/signals';
import type { Seconds } from '../../../math/units.js';
import type { FrameView } from '../../../signals/view.js';
import { focusedRobot, onView, scene } from '../store.js';
import { gapsOf } from '../timeline/marks.js';
import { CHARTS, type ChartSample, type ChartSpec } from './charts.js';
import { chosenSignals, ownCharts } from './signals.js';

type Column = readonly (number | null)[];

const MAX_SAMPLES = 4000;

/** The last seconds of some quantities, in the form of a chart's data: one time axis, and one column per name. */
export class TimeSeries {
  #times: number[] = [];
  #columns = new Map<string, (number | null)[]>();

  get times(): readonly number[] {
    return this.#times;
  }

  /** In the order in which they first appeared. */
  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  column(name: string): Column {
    return this.#columns.get(name) ?? [];
  }

  /** The last value at or before a time, by default the newest; undefined if it was unknown then. */
  valueAt(name: string, at: Seconds = Number.POSITIVE_INFINITY): number | undefined {
    const next = this.#times.findIndex((time) => time > at);
    return this.#columns.get(name)?.at(next < 0 ? -1 : Math.max(0, next - 1)) ?? undefined;
  }

  /** The last value that was known. */
  lastOf(name: string): number | undefined {
    return this.column(name).findLast((value) => value !== null) ?? undefined;
  }

  /** @param window how much is kept; when time goes back, the series starts again */
  add(at: Seconds, sample: ChartSample, window: Seconds): void {
    if (at < (this.#times.at(-1) ?? at)) this.clear();
    if (!Number.isFinite(at) || at === this.#times.at(-1)) return;
    for (const [name, value] of Object.entries(sample)) this.#addColumn(name, value);
    this.#times.push(at);
    for (const [name, column] of this.#columns) column.push(finiteOrNull(sample[name]));
    this.#trim(at - window);
  }

  clear(): void {
    this.#times = [];
    this.#columns = new Map();
  }

  #addColumn(name: string, value: number | undefined): void {
    if (finiteOrNull(value) === null || this.#columns.has(name)) return;
    this.#columns.set(
      name,
      this.#times.map(() => null),
    );
  }

  /** Trims in bulk, so that not every sample moves all values; a column without values is removed. */
  #trim(oldest: Seconds): void {
    const spare = this.#times.length > MAX_SAMPLES ? 0 : MAX_SAMPLES / 20;
    const first = this.#times.findIndex((time) => time >= oldest);
    const cut = Math.max(first, this.#times.length - MAX_SAMPLES);
    if (cut <= spare) return;
    this.#times = this.#times.slice(cut);
    for (const [name, column] of this.#columns) {
      const rest = column.slice(cut);
      if (rest.every((value) => value === null)) this.#columns.delete(name);
      else this.#columns.set(name, rest);
    }
  }
}

const finiteOrNull = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;

/** The shown simulated seconds; in fast motion correspondingly more. */
const PLOT_WINDOW = 30;

const seriesByChart = new Map<string, TimeSeries>();

export function seriesOfChart(chart: string): TimeSeries {
  const known = seriesByChart.get(chart) ?? new TimeSeries();
  seriesByChart.set(chart, known);
  return known;
}

const allCharts = (): readonly ChartSpec[] => [...CHARTS, ...ownCharts.peek()];

/** What a chart shows of the robot in focus, at an instant. */
export function sampleOf(spec: ChartSpec, at: FrameView): ChartSample {
  const id = focusedRobot.peek()?.id;
  return spec.sample(
    at.robots?.find((one) => one.id === id),
    at,
  );
}

/** All samples of a recording; undefined for a run in progress. */
export const recordedSamples = computed(() => scene.value?.history?.samples);

/** The part of a recording that is plotted; all of it where it is missing. */
export const recordedBetween = () => scene.peek()?.history?.between;

export const plotWindow = (frame: FrameView | null): Seconds =>
  recordedSamples.peek()
    ? Number.POSITIVE_INFINITY
    : PLOT_WINDOW * Math.max(1, frame?.pace?.reached ?? frame?.pace?.speed ?? 1);

function addFrame(frame: FrameView): void {
  for (const spec of allCharts()) {
    const series = seriesOfChart(spec.id);
    series.add(frame.at, unturned(spec, series, sampleOf(spec, frame)), plotWindow(frame));
  }
}

/** Angles without leaps by a whole turn: each is next to the one before it. */
function unturned({ turn }: ChartSpec, series: TimeSeries, sample: ChartSample): ChartSample {
  if (turn === undefined) return sample;
  const next = (name: string, value: number | undefined): number | undefined => {
    const before = series.lastOf(name);
    if (value === undefined || before === undefined) return value;
    return value + turn * Math.round((before - value) / turn);
  };
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, next(name, value)]));
}

/** Curves break where nothing was recorded. */
function addRecorded(samples: readonly FrameView[]): void {
  const breaks = gapsOf(samples).map(([from, to]) => (from + to) / 2);
  for (const sample of samples) {
    while (breaks[0] !== undefined && breaks[0] < sample.at) {
      const at = breaks.shift() as Seconds;
      for (const { id } of allCharts()) seriesOfChart(id).add(at, {}, Number.POSITIVE_INFINITY);
    }
    addFrame(sample);
  }
}

/** @returns a call that ends it */
export function recordPlots(): () => void {
  const forget = onView((view) => {
    if (view.kind === 'frame' && !recordedSamples.peek()) addFrame(view);
  });
  let run = '';
  let chosen = '';
  const end = effect(() => {
    const samples = recordedSamples.value;
    const part = scene.value?.history?.between?.join(' … ');
    const runNow = `${scene.value?.name} ${samples?.length} ${samples?.[0]?.at} ${part} ${focusedRobot.value?.id}`;
    const chosenNow = chosenSignals.value.join();
    if (runNow === run && chosenNow === chosen) return;
    // The curves of a run in progress go on while others are chosen beside them.
    const goesOn = runNow === run && samples === undefined;
    [run, chosen] = [runNow, chosenNow];
    const own = new Set(ownCharts.peek().map(({ id }) => id));
    for (const [id, series] of seriesByChart) {
      const isUsual = CHARTS.some((one) => one.id === id);
      if (!(goesOn && isUsual)) series.clear();
      if (!isUsual && !own.has(id)) seriesByChart.delete(id);
    }
    untracked(() => addRecorded(samples ?? []));
    plotted.value += 1;
  });
  return () => {
    forget();
    end();
  };
}

/** Counts how often the samples were plotted anew. */
export const plotted = signal(0);
