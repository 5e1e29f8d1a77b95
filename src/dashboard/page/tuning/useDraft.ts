/** A number while it is being set: by a slider, or in a sentence. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { clamp } from '../../../math/geometry.js';
import { Throttle } from '../map/pointing/throttle.js';
import { sliderStops } from '../sliderStops.js';
import { operate } from '../store.js';
import { clampNote, type inShownUnit, inSi } from './sections.js';

const TUNE_PERIOD_MS = 50;
/** For this long a value set here is shown although the scene still has another. */
const ANSWER_TIMEOUT_MS = 1000;

type Shown = ReturnType<typeof inShownUnit>;

/** The value being set, until the run has answered. @param others ids of numbers that are set to the same */
export function useDraft({ id, value, min, max, factor }: Shown, others: readonly string[] = []) {
  const note = useSignal('');
  const draft = useSignal<number | null>(null);
  const throttle = useMemo(
    () =>
      new Throttle<number>(TUNE_PERIOD_MS, (to) => {
        for (const one of [id, ...others]) operate({ kind: 'tune', id: one, value: inSi(to, factor) });
      }),
    [id, factor, others.join('\n')],
  );
  const answered = draft.value === null || draft.value === value;
  useEffect(() => {
    if (answered) return;
    const timer = setTimeout(() => {
      draft.value = null;
    }, ANSWER_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [answered, draft.value]);
  const set = (to: number): void => {
    if (!Number.isFinite(to)) return;
    draft.value = clamp(to, min, max);
    note.value = clampNote(to, { min, max });
    throttle.offer(draft.value);
  };
  return { now: draft.value ?? value, set, note };
}

/** The slider's stops stay where they are while it is moved; a typed number becomes another stop. */
export function useStops({ min, max, initial }: Shown, now: number): readonly number[] {
  const meant = useRef<readonly number[]>([initial]);
  const stops = sliderStops(min, max, meant.current);
  const isStop = stops.some((stop) => Math.abs(stop - now) <= 1e-6 * (max - min));
  if (isStop) return stops;
  meant.current = [...meant.current.slice(0, 1), now];
  return sliderStops(min, max, meant.current);
}
