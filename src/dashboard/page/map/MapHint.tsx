/** What is under the mouse, or under the finger that tapped there, in words. */
import { signal } from '@preact/signals';
import type { Vec2 } from '../../../math/geometry.js';
import { meaningOf } from '../words.js';

/** How long a tap's words stay [ms]. */
const TAPPED_TIME = 4000;

const hint = signal<{ readonly at: Vec2; readonly text: string } | null>(null);

/** @returns a call that stops it */
export function watchHints(plane: HTMLElement, textAt: (at: Vec2) => string | undefined): () => void {
  const off = new AbortController();
  const hide = (): void => {
    hint.value = null;
  };
  const options = { signal: off.signal };
  plane.addEventListener(
    'pointermove',
    ({ pointerType, offsetX, offsetY, buttons }) => {
      const at = { x: offsetX, y: offsetY };
      if (pointerType === 'touch') return;
      const text = buttons === 0 ? textAt(at) : undefined;
      if (text === undefined) hide();
      else hint.value = { at, text };
    },
    options,
  );
  let until: ReturnType<typeof setTimeout> | undefined;
  plane.addEventListener(
    'pointerdown',
    ({ pointerType, offsetX, offsetY }) => {
      hide();
      clearTimeout(until);
      const at = { x: offsetX, y: offsetY };
      const text = pointerType === 'touch' ? textAt(at) : undefined;
      if (text === undefined) return;
      hint.value = { at, text };
      until = setTimeout(hide, TAPPED_TIME);
    },
    options,
  );
  plane.addEventListener('pointerleave', ({ pointerType }) => pointerType !== 'touch' && hide(), options);
  return () => {
    clearTimeout(until);
    off.abort();
  };
}

/** Hidden from screen readers: the help has the same words. */
export function MapHint() {
  if (!hint.value) return null;
  const { at, text } = hint.value;
  const meaning = meaningOf(text) ?? 'The force that this behavior asks for.';
  return (
    <p class="map-hint" aria-hidden="true" style={{ left: `${at.x}px`, top: `${at.y + 18}px` }}>
      <strong>{text}</strong> {meaning}
    </p>
  );
}
