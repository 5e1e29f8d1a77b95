/** A recording's whole length, and where in it one is. */
import { computed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Seconds } from '../../../math/units.js';
import { mayOperate } from '../drive/may.js';
import { Throttle } from '../map/pointing/throttle.js';
import { frame, operate, scene } from '../store.js';
import { fixed } from '../words.js';

const EVERY_MS = 60;

const at = computed(() => frame.value?.at ?? 0);

export function Scrub() {
  const held = useSignal<Seconds | null>(null);
  const say = useMemo(() => new Throttle<Seconds>(EVERY_MS, (to) => operate({ kind: 'scrub', at: to })), []);
  const end = scene.value?.duration ?? at.value;
  const now = held.value ?? at.value;
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
        aria-valuetext={`${fixed(now, 1)} of ${fixed(end, 1)} s`}
        onInput={(event) => {
          held.value = event.currentTarget.valueAsNumber;
          say.offer(held.value);
        }}
        onChange={() => {
          say.flush();
          held.value = null;
        }}
      />
      <span class="number">{`${fixed(now, 1)} / ${fixed(end, 1)} s`}</span>
    </label>
  );
}
