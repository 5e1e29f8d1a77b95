/** One number that may be changed while the robot drives: a slider, a number field, and a way back. */
import { useSignal } from '@preact/signals';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { clamp } from '../../../math/geometry.js';
import type { Tunable } from '../../../signals/view.js';
import { formatInput, formatLabel } from '../format.js';
import { Icon } from '../layout/Icon.js';
import { Throttle } from '../map/pointing/throttle.js';
import { nearestStop, sliderStops } from '../sliderStops.js';
import { operate } from '../store.js';
import { clampNote, inShownUnit, inSi, isChanged } from './sections.js';

const TUNE_PERIOD_MS = 50;
/** For this long a value set here is shown although the scene still has another. */
const ANSWER_TIMEOUT_MS = 1000;

interface SliderProps {
  readonly tunable: Tunable;
  readonly disabled: boolean;
}

type Shown = ReturnType<typeof inShownUnit>;

/** The value being set, until the run has answered. */
function useDraft({ id, value, min, max, factor }: Shown) {
  const note = useSignal('');
  const draft = useSignal<number | null>(null);
  const throttle = useMemo(
    () =>
      new Throttle<number>(TUNE_PERIOD_MS, (to) => operate({ kind: 'tune', id, value: inSi(to, factor) })),
    [id, factor],
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
function useStops({ min, max, initial }: Shown, now: number): readonly number[] {
  const meant = useRef<readonly number[]>([initial]);
  const stops = sliderStops(min, max, meant.current);
  const isStop = stops.some((stop) => Math.abs(stop - now) <= 1e-6 * (max - min));
  if (isStop) return stops;
  meant.current = [...meant.current.slice(0, 1), now];
  return sliderStops(min, max, meant.current);
}

export function Slider({ tunable, disabled }: SliderProps) {
  const scaled = inShownUnit(tunable);
  const { group, unit, min, max, initial, about } = scaled;
  const { now, set, note } = useDraft(scaled);
  const stops = useStops(scaled, now);
  const noteId = useId();
  const label = formatLabel(tunable.label);
  const name = `${group}: ${label}`;
  const text = formatInput(now);
  const range = `${formatInput(min)} … ${formatInput(max)} ${unit}`;
  const changed = isChanged({ ...scaled, value: now });
  return (
    <div class="slider" data-changed={changed} title={about ? `${about} ${range}` : range}>
      <span class="slider-label" aria-hidden="true">
        {label}
      </span>
      <input
        type="range"
        aria-label={name}
        aria-valuetext={`${text} ${unit}`}
        aria-description={about}
        {...{ min: 0, max: stops.length - 1, step: 1, disabled }}
        value={nearestStop(stops, now)}
        onInput={(event) => set(stops[event.currentTarget.valueAsNumber] ?? now)}
      />
      <input
        type="number"
        aria-label={`${name}, number${unit && ` in ${unit}`}`}
        aria-describedby={noteId}
        // No limits of the browser: a number beyond them is set to the nearest, with a note.
        disabled={disabled}
        step="any"
        value={text}
        onChange={(event) => {
          set(event.currentTarget.valueAsNumber);
          event.currentTarget.value = formatInput(clamp(event.currentTarget.valueAsNumber, min, max)) || text;
        }}
      />
      <span class="unit" aria-hidden="true">
        {unit}
      </span>
      <button
        type="button"
        class="bare reset"
        hidden={!changed}
        disabled={disabled}
        aria-label={`Reset ${name} to ${formatInput(initial)} ${unit}`.trim()}
        title={`Changed. Reset to ${formatInput(initial)} ${unit}`.trim()}
        onClick={() => set(initial)}
      >
        <Icon name="restart" />
      </button>
      <p
        class="slider-note"
        id={noteId}
        role="status"
        hidden={note.value === '' || (now !== min && now !== max)}
      >
        {note}
      </p>
    </div>
  );
}
