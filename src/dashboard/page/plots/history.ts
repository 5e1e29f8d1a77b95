/** What was plotted so far, of the robot in focus. */
import { effect } from '@preact/signals';
import type { FrameView } from '../../../signals/view.js';
import { focus, onView, scene } from '../store.js';
import { CHARTS } from './charts.js';
import { Strip } from './strip.js';

/** Simulated seconds that are shown; in fast motion as many more. */
const WINDOW = 30;

const strips = new Map(CHARTS.map(({ id }) => [id, new Strip()]));

export const stripOf = (chart: string): Strip => strips.get(chart) ?? new Strip();

export const windowOf = (frame: FrameView | null): number =>
  WINDOW * Math.max(1, frame?.pace?.reached ?? frame?.pace?.speed ?? 1);

function record(frame: FrameView): void {
  const id = focus.peek()?.id;
  const robot = frame.robots?.find((one) => one.id === id);
  for (const { id: chart, sample } of CHARTS)
    strips.get(chart)?.add(frame.at, sample(robot, frame), windowOf(frame));
}

/** @returns what ends it */
export function keepHistory(): () => void {
  const forget = onView((view) => {
    if (view.kind === 'frame') record(view);
  });
  let shown = '';
  const end = effect(() => {
    const now = `${scene.value?.name} ${focus.value?.id}`;
    if (now === shown) return;
    shown = now;
    for (const strip of strips.values()) strip.clear();
  });
  return () => {
    forget();
    end();
  };
}
