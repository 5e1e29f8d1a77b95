/** Every tunable number in its groups, each with a slider and a number field. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { clamp } from '../../../math/geometry.js';
import type { Tunable } from '../../../signals/view.js';
import { formatInput, formatLabel } from '../format.js';
import { Icon } from '../layout/Icon.js';
import { Throttle } from '../map/pointing/throttle.js';
import { nearestStop, sliderStops } from '../roundNumbers.js';
import { can, mayDrive, operate, scene } from '../store.js';

const TUNE_PERIOD_MS = 50;
/** For this long a value set here is shown although the scene still has another. */
const ANSWER_TIMEOUT_MS = 1000;

interface SliderProps {
  readonly tunable: Tunable;
  readonly disabled: boolean;
}

/** The value being set, until the run has answered. */
function useDraft({ id, value, min, max }: Tunable) {
  const draft = useSignal<number | null>(null);
  const throttle = useMemo(
    () => new Throttle<number>(TUNE_PERIOD_MS, (to) => operate({ kind: 'tune', id, value: to })),
    [id],
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
    throttle.offer(draft.value);
  };
  return { now: draft.value ?? value, set };
}

/** The slider's stops stay where they are while it is moved; a typed number becomes another stop. */
function useStops({ min, max, value }: Tunable, now: number): readonly number[] {
  const meant = useRef<readonly number[]>([value]);
  const stops = sliderStops(min, max, meant.current);
  const isStop = stops.some((stop) => Math.abs(stop - now) <= 1e-6 * (max - min));
  if (isStop) return stops;
  meant.current = [...meant.current.slice(0, 1), now];
  return sliderStops(min, max, meant.current);
}

/** One number that may be changed while the robot drives: a slider and a number field. */
function Slider({ tunable, disabled }: SliderProps) {
  const { group, unit, min, max } = tunable;
  const { now, set } = useDraft(tunable);
  const stops = useStops(tunable, now);
  const label = formatLabel(tunable.label);
  const name = `${group}: ${label}`;
  const text = formatInput(now);
  return (
    <div class="slider">
      <span class="slider-label" aria-hidden="true">
        {label}
      </span>
      <input
        type="range"
        aria-label={name}
        aria-valuetext={`${text} ${unit}`}
        {...{ min: 0, max: stops.length - 1, step: 1, disabled }}
        value={nearestStop(stops, now)}
        onInput={(event) => set(stops[event.currentTarget.valueAsNumber] ?? now)}
      />
      <input
        type="number"
        aria-label={`${name}, number${unit && ` in ${unit}`}`}
        title={`${formatInput(min)} … ${formatInput(max)} ${unit}`}
        {...{ min, max, disabled }}
        step="any"
        value={text}
        onChange={(event) => set(event.currentTarget.valueAsNumber)}
      />
      <span class="unit" aria-hidden="true">
        {unit}
      </span>
    </div>
  );
}

const grouped = (tunables: readonly Tunable[]): (readonly [string, readonly Tunable[]])[] =>
  [...new Set(tunables.map(({ group }) => group))].map((group) => [
    group,
    tunables.filter((tunable) => tunable.group === group),
  ]);

export function Tuning() {
  const disabled = !mayDrive.value || !can('tune');
  return (
    <div class="tuning">
      {grouped(scene.value?.tunables ?? []).map(([group, tunables]) => (
        <fieldset key={group}>
          <legend>{group}</legend>
          {tunables.map((tunable) => (
            <Slider key={tunable.id} tunable={tunable} disabled={disabled} />
          ))}
        </fieldset>
      ))}
      {can('save') && (
        <button type="button" disabled={disabled} onClick={() => operate({ kind: 'save' })}>
          <Icon name="save" />
          Save
        </button>
      )}
    </div>
  );
}
