/** The other futures of a recording: their colors, and where their robots are at an instant. */
import { computed } from '@preact/signals';
import type { Pose } from '../../../math/geometry.js';
import { wrapAngle } from '../../../math/geometry.js';
import type { Seconds } from '../../../math/units.js';
import type { InkName } from '../../../scene/inks.js';
import type { FutureView } from '../../../signals/view.js';
import { can, scene } from '../store.js';

export const futures = computed<readonly FutureView[]>(() => scene.value?.futures ?? []);

/** Whether what an operator changes begins another future. */
export const branches = computed(() => scene.value !== null && can('forget'));

/** Of one hue each; more futures than that are not kept. */
const FUTURE_INKS: readonly InkName[] = ['target', 'velocity', 'estimate', 'ray', 'desired', 'fault'];

export const inkOf = ({ number }: Pick<FutureView, 'number'>): InkName =>
  FUTURE_INKS[(number - 1) % FUTURE_INKS.length] as InkName;

/** Where a robot is at an instant of the recording; undefined before the change, and after its end. */
export function poseIn({ at: from, step, ways }: FutureView, robot: string, at: Seconds): Pose | undefined {
  const way = ways[robot] ?? [];
  const place = (at - from) / step;
  const i = Math.floor(place + 1e-6);
  const [before, after] = [poseNumber(way, i), poseNumber(way, i + 1)];
  if (!before || !after) return before && Math.abs(place - i) < 1e-6 ? before : undefined;
  const share = Math.max(0, place - i);
  return {
    x: before.x + share * (after.x - before.x),
    y: before.y + share * (after.y - before.y),
    heading: before.heading + share * wrapAngle(after.heading - before.heading),
  };
}

function poseNumber(way: readonly number[], i: number): Pose | undefined {
  const [x, y, heading] = way.slice(3 * i, 3 * i + 3);
  return i < 0 || x === undefined || y === undefined || heading === undefined ? undefined : { x, y, heading };
}

/** The line of a robot, from the change on. */
export const lineIn = ({ ways }: FutureView, robot: string): readonly { x: number; y: number }[] => {
  const way = ways[robot] ?? [];
  return Array.from({ length: Math.floor(way.length / 3) }, (_, i) => ({
    x: way[3 * i] as number,
    y: way[3 * i + 1] as number,
  }));
};
