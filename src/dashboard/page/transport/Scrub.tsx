/** A recording's whole length, and where in it one is. */
import { computed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Seconds } from '../../../math/units.js';
import { mayOperate } from '../drive/may.js';
import { Throttle } from '../map/pointing/throttle.js';
import { frame, operate, scene } from '../store.js';
import { formatFixed } from '../words.js';

const SCRUB_PERIOD_MS = 60;

const shownTime = computed(() => frame.value?.at ?? 0);

export function Scrub() {
  const held = useSignal<Seconds | null>(null);
  const throttle = useMemo(
    () => new Throttle<Seconds>(SCRUB_PERIOD_MS, (to) => operate({ kind: 'scrub', at: to })),
    [],
  );
  const end = scene.value?.duration ?? shownTime.value;
  const now = held.value ?? shownTime.value;
  return (
    <label class="scrub">
      <input
        type="range"
        aria-label="Instant"
        disabled={!mayOperate.value}
        min={0}
        max={end}
        step={0.02}
        value={now}
        aria-valuetext={`${formatFixed(now, 1)} of ${formatFixed(end, 1)} s`}
        onInput={(event) => {
          held.value = event.currentTarget.valueAsNumber;
          throttle.offer(held.value);
        }}
        onChange={() => {
          throttle.flush();
          held.value = null;
        }}
      />
      <span class="number">{`${formatFixed(now, 1)} / ${formatFixed(end, 1)} s`}</span>
    </label>
  );
}
