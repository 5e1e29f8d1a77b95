/** A number in a sentence that one drags, or changes by arrow keys: the running robot follows. */
import { useRef } from 'preact/hooks';
import type { Tunable } from '../../../signals/view.js';
import { formatInput, formatLabel } from '../format.js';
import { nearestStop } from '../sliderStops.js';
import { mayOperate, scene } from '../store.js';
import { inShownUnit } from '../tuning/sections.js';
import { useDraft, useStops } from '../tuning/useDraft.js';
import { calculated, numbersNamed } from './tuned.js';

/** The way of the pointer from one stop to the next [pixels]. */
const PER_STOP = 1.5;
const KEYS: Readonly<Record<string, number>> = {
  ArrowRight: 2,
  ArrowUp: 2,
  ArrowLeft: -2,
  ArrowDown: -2,
  PageUp: 20,
  PageDown: -20,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * Only simulated robots are changed by what one reads; a real one has its sliders.
 *
 * @param written as the text has it, while no scene with this number runs
 */
export function TunedNumber({ name, written }: { readonly name: string; readonly written: string }) {
  const found = numbersNamed(name, scene.value?.tunables ?? []);
  const [first, ...others] = found;
  if (!first || !mayOperate.value || scene.value?.source !== 'simulation')
    return (
      <span class="number" title="Open its scene to change it.">
        {written}
      </span>
    );
  return <Draggable key={first.id} tunable={first} others={others.map(({ id }) => id)} />;
}

function Draggable({ tunable, others }: { readonly tunable: Tunable; readonly others: readonly string[] }) {
  const scaled = inShownUnit(tunable);
  const { unit, min, max, initial, about } = scaled;
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
      title={`Drag it; a double click resets it. ${about ?? ''}`}
      onDblClick={() => set(initial)}
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

/** What follows from such numbers, in the unit that the text has: `1 m/s`. */
export function Calculated({ formula, written }: { readonly formula: string; readonly written: string }) {
  const value = calculated(formula, scene.value?.tunables ?? []);
  const unit = written.replace(/^\S+ ?/, '');
  return <strong>{value === undefined ? written : `${formatRounded(value)} ${unit}`.trim()}</strong>;
}

const formatRounded = (value: number): string => formatInput(Number(value.toPrecision(3)));
