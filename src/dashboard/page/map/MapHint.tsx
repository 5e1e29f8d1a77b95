/** What is under the mouse, or under the finger that tapped there, in words. */
import { signal } from '@preact/signals';
import type { Vec2 } from '../../../math/geometry.js';
import { meaningOf } from '../words.js';
import { camera } from './view/mapState.js';

/** At most, in pixels. */
const HINT_WIDTH = 240;
const HINT_HEIGHT = 110;
/** How long a tap's words stay [ms]. */
const TAPPED_TIME = 4000;

/** A word that the glossary explains, and which robot it is, of several. */
export interface Sign {
  readonly word: string;
  readonly name?: string;
}

const hint = signal<(Sign & { readonly at: Vec2 }) | null>(null);

/** @returns a call that stops it */
export function watchHints(plane: HTMLElement, signAt: (at: Vec2) => Sign | undefined): () => void {
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
      const sign = buttons === 0 ? signAt(at) : undefined;
      if (sign === undefined) hide();
      else hint.value = { at, ...sign };
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
      const sign = pointerType === 'touch' ? signAt(at) : undefined;
      if (sign === undefined) return;
      hint.value = { at, ...sign };
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
  const { at, word, name } = hint.value;
  const meaning = meaningOf(word) ?? 'The force that this behavior asks for.';
  const { width = 0, height = 0 } = camera.value ?? {};
  // Beside and above the pointer where it would leave the map.
  const side = at.x < HINT_WIDTH / 2 ? 'left' : at.x > width - HINT_WIDTH / 2 ? 'right' : 'middle';
  const isLow = at.y > height - HINT_HEIGHT;
  return (
    <p
      class="map-hint"
      aria-hidden="true"
      data-side={side}
      data-low={isLow}
      style={{ left: `${at.x}px`, top: `${at.y + (isLow ? -14 : 18)}px` }}
    >
      <strong>{name === undefined ? word : `${word} ${name}`}</strong> {meaning}
    </p>
  );
}
