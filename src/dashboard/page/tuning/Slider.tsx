/** One number that may be changed while the robot drives: a slider, a number field, and a way back. */
import { useId } from 'preact/hooks';
import { clamp } from '../../../math/geometry.js';
import type { Tunable } from '../../../signals/view.js';
import { formatInput, formatLabel } from '../format.js';
import { Icon } from '../layout/Icon.js';
import { nearestStop } from '../sliderStops.js';
import { inShownUnit, isChanged } from './sections.js';
import { useDraft, useStops } from './useDraft.js';

interface SliderProps {
  readonly tunable: Tunable;
  readonly disabled: boolean;
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
