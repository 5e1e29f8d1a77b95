/** A number in a sentence that one drags, or changes by arrow keys: the running robot follows. */
import { useRef } from 'preact/hooks';
import type { Tunable } from '../../../signals/view.js';
import { formatInput, formatLabel } from '../format.js';
import { nearestStop } from '../sliderStops.js';
import { mayOperate, scene } from '../store.js';
import { inShownUnit } from '../tuning/sections.js';
import { useDraft, useStops } from '../tuning/useDraft.js';
import { numbersNamed } from './tuned.js';

/** The way of the pointer from one stop to the next [pixels]. */
const PER_STOP = 4;
const KEYS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** @param written as the text has it, while no scene with this number runs */
export function TunedNumber({ name, written }: { readonly name: string; readonly written: string }) {
  const found = numbersNamed(name, scene.value?.tunables ?? []);
  const [first, ...others] = found;
  if (!first || !mayOperate.value)
    return (
      <span class="number" title="Open its scene to change it.">
        {written}
      </span>
    );
  return <Draggable key={first.id} tunable={first} others={others.map(({ id }) => id)} />;
}

function Draggable({ tunable, others }: { readonly tunable: Tunable; readonly others: readonly string[] }) {
  const scaled = inShownUnit(tunable);
  const { unit, min, max, about } = scaled;
  const { now, set } = useDraft(scaled, others);
  const stops = useStops(scaled, now);
  const grip = useRef<{ readonly x: number; readonly stop: number } | null>(null);
  const to = (stop: number): void => set(stops[Math.max(0, Math.min(stops.length - 1, stop))] ?? now);
  const words = `${formatInput(now)} ${unit}`.trim();
  return (
    <span
      class="number"
      role="slider"
      tabIndex={0}
      aria-label={formatLabel(tunable.label)}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={now}
      aria-valuetext={words}
      title={`Drag it. ${about ?? ''}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { x: event.clientX, stop: nearestStop(stops, now) };
      }}
      onPointerMove={({ clientX }) => {
        const held = grip.current;
        if (held) to(held.stop + Math.round((clientX - held.x) / PER_STOP));
      }}
      onPointerUp={() => {
        grip.current = null;
      }}
      onPointerCancel={() => {
        grip.current = null;
      }}
      onKeyDown={(event) => {
        const by = KEYS[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        to(nearestStop(stops, now) + by);
      }}
    >
      {words}
    </span>
  );
}
