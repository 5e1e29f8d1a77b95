/** What went wrong in the run: lost criteria and faults, as events with a time, a place and a reason. */
import { computed } from '@preact/signals';
import type { Vec2 } from '../../../math/geometry.js';
import type { Seconds } from '../../../math/units.js';
import type { Incident } from '../../../scene/incident.js';
import type { FrameView } from '../../../signals/view.js';
import { faultsOf, formatFixed } from '../format.js';
import { eventLog, type LogEntry } from '../log/eventLog.js';
import { judgedFrame } from '../store.js';

export interface Failure {
  readonly at: Seconds;
  /** `failed: touched a post at 2.1 s` */
  readonly words: string;
  readonly why?: string;
  readonly robot?: string;
  readonly place?: Vec2;
  readonly thing?: string;
}

type Ranked = Failure & { readonly isTouch: boolean };

/** The lost criteria and the faults of a frame: contacts first, then the earliest. */
export function failuresIn(frame: FrameView): readonly Failure[] {
  const lost = frame.verdict.flatMap(({ passed, words, lost, at, ...spot }): Ranked[] => {
    const isTouch = words.startsWith('contacts');
    // After an operator took over, the scenario's goals no longer count.
    const isTakenOver = !isTouch && (at ?? 0) >= (frame.takenOverAt ?? Number.POSITIVE_INFINITY);
    if (passed || lost === undefined || at === undefined || isTakenOver) return [];
    return [{ ...spot, at, words: `failed: ${lost}`, isTouch }];
  });
  const several = frame.robots.length > 1;
  const faults = faultsOf(frame)
    .filter(({ holds }) => holds)
    .map(({ robot, at, what }): Ranked => {
      const who = several ? `${robot} ` : '';
      return { at, robot, words: `${who}faulted at ${formatFixed(at, 1)} s: ${what}`, isTouch: false };
    });
  return [...lost, ...faults]
    .sort((a, b) => Number(b.isTouch) - Number(a.isTouch) || a.at - b.at)
    .map(({ isTouch: _, ...failure }) => failure);
}

// As text, which changes only where the failures do: a frame comes sixty times a second.
const text = computed(() => JSON.stringify(judgedFrame.value ? failuresIn(judgedFrame.value) : []));

/** With the places that the log knows: that of a fault is in its news. */
export const failures = computed(() =>
  (JSON.parse(text.value) as readonly Failure[]).map((failure): Failure => {
    const { place = placeIn(eventLog.value, failure) } = failure;
    return { ...failure, ...(place && { place }) };
  }),
);

const placeIn = (log: readonly LogEntry[], { words, robot }: Failure): Vec2 | undefined =>
  ofThisRun(log).find((entry) => {
    const [, what = entry.words] = entry.words.split(`${robot}: `);
    return entry.level === 'fault' && words.endsWith(what);
  })?.place;

/** The first, which the header tells. */
export const firstFailure = computed(() => failures.value[0]);

/** The log since time last began again. */
function ofThisRun(log: readonly LogEntry[]): readonly LogEntry[] {
  const before = log.findLastIndex(({ at }, i) => at > (log[i + 1]?.at ?? at));
  return log.slice(before + 1);
}

/** What the map marks: failures, and the contacts of the log. */
export const incidents = computed((): readonly (Incident & { readonly at: Seconds })[] => {
  const lost = failures.value.map((failure) => ({ ...failure, isFailure: true }));
  const touched = ofThisRun(eventLog.value).filter(({ level, thing, at }) => {
    return level === 'warning' && thing !== undefined && !lost.some((one) => one.at === at);
  });
  // The first is drawn last, above the others.
  return [...touched.map((entry) => ({ ...entry, isFailure: false })), ...lost.toReversed()];
});
