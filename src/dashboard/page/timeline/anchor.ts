/** Two instants of a recording: A, which is kept, and B, which is shown; and what lies between them. */
import { computed, effect, signal } from '@preact/signals';
import { distance, type Vec2 } from '../../../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../../../math/units.js';
import type { FrameView } from '../../../signals/view.js';
import { can, focusedRobot, frame, operate, scene } from '../store.js';

/** The frame of instant A; null while none is kept. */
export const anchor = signal<FrameView | null>(null);

export const keepAnchor = (): void => {
  if (can('scrub')) anchor.value = frame.peek();
};

export const dropAnchor = (): void => {
  anchor.value = null;
};

/** It belongs to its recording. @returns a call that ends it */
export const watchAnchor = (): (() => void) => {
  let name: string | undefined;
  return effect(() => {
    const now = scene.value?.source === 'recording' ? scene.value.name : undefined;
    if (now !== name) anchor.value = null;
    name = now;
  });
};

export interface Between {
  readonly from: Seconds;
  readonly to: Seconds;
  /** Of the robot in focus: as the crow flies, along its way, and both over the time. */
  readonly straight?: Meters;
  readonly driven?: Meters;
  readonly speed?: MetersPerSecond;
}

const placeOf = (at: FrameView, id: string | undefined): Vec2 | undefined => {
  const robot = at.robots.find((one) => one.id === id);
  return robot?.truth ?? robot?.tick?.estimate.pose;
};

/**
 * What lies between two frames, the earlier first. The way driven is the length of the line through the samples between
 * them: the mean speed is that over the time.
 */
export function betweenThem(
  one: FrameView,
  other: FrameView,
  samples: readonly FrameView[],
  id: string | undefined,
): Between {
  const [from, to] = one.at <= other.at ? [one, other] : [other, one];
  const inside = samples.filter(({ at }) => at > from.at && at < to.at);
  const places = [from, ...inside, to].flatMap((at) => placeOf(at, id) ?? []);
  const [first, last] = [placeOf(from, id), placeOf(to, id)];
  const time = to.at - from.at;
  if (!first || !last) return { from: from.at, to: to.at };
  const driven = places.slice(1).reduce((sum, at, i) => sum + distance(places[i] as Vec2, at), 0);
  return {
    from: from.at,
    to: to.at,
    straight: distance(first, last),
    driven,
    ...(time > 0 && { speed: driven / time }),
  };
}

/** From A to the instant that is shown; null without an A. */
export const fromAnchor = computed<Between | null>(() => {
  const [a, b] = [anchor.value, frame.value];
  if (!a || !b) return null;
  return betweenThem(a, b, scene.value?.history?.samples ?? [], focusedRobot.value?.id);
});

/** The plots show what lies between A and the instant that is shown. */
export function zoomToBetween(): void {
  const now = fromAnchor.peek();
  if (now && now.to > now.from) operate({ kind: 'zoom', between: [now.from, now.to] });
}

export const zoomOut = (): void => operate({ kind: 'zoom' });
