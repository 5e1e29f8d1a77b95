/** What was plotted so far, of the robot in focus. */
import { effect } from '@preact/signals';
import type { FrameView } from '../../../signals/view.js';
import { focusedRobot, onView, scene } from '../store.js';
import { CHARTS } from './charts.js';
import { TimeSeries } from './strip.js';

/** Simulated seconds that are shown; in fast motion as many more. */
const PLOT_WINDOW = 30;

const seriesByChart = new Map(CHARTS.map(({ id }) => [id, new TimeSeries()]));

export const seriesOfChart = (chart: string): TimeSeries => seriesByChart.get(chart) ?? new TimeSeries();

export const plotWindow = (frame: FrameView | null): number =>
  PLOT_WINDOW * Math.max(1, frame?.pace?.reached ?? frame?.pace?.speed ?? 1);

function addFrame(frame: FrameView): void {
  const id = focusedRobot.peek()?.id;
  const robot = frame.robots?.find((one) => one.id === id);
  for (const { id: chart, sample } of CHARTS)
    seriesByChart.get(chart)?.add(frame.at, sample(robot, frame), plotWindow(frame));
}

/** @returns what ends it */
export function recordPlots(): () => void {
  const forget = onView((view) => {
    if (view.kind === 'frame') addFrame(view);
  });
  let shown = '';
  const end = effect(() => {
    const now = `${scene.value?.name} ${focusedRobot.value?.id}`;
    if (now === shown) return;
    shown = now;
    for (const strip of seriesByChart.values()) strip.clear();
  });
  return () => {
    forget();
    end();
  };
}
