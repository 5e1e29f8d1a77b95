/** Converts the page's events to pointers and keys of the map. */
import { lookedAt } from '../../failure/lookBack.js';
import { held } from '../view/mapState.js';
import { onMapKey } from './keyboard.js';
import { type Contact, Pointers } from './pointers.js';

/** Pixels per notch of a mouse wheel, and lines per notch. */
const PIXELS_PER_NOTCH = 100;
const LINES_PER_NOTCH = 3;

const POINTER_KINDS = { mouse: 'mouse', pen: 'pen', touch: 'touch' } as const;

function contactOf(event: PointerEvent): Contact {
  const kind = POINTER_KINDS[event.pointerType as keyof typeof POINTER_KINDS] ?? 'mouse';
  const { pointerId: id, offsetX, offsetY, button, shiftKey: shift, timeStamp: time } = event;
  return { id, kind, at: { x: offsetX, y: offsetY }, button, shift, time };
}

/** Listens. @returns a call that stops it */
export function listenToMap(plane: HTMLElement): () => void {
  const pointers = new Pointers();
  const off = new AbortController();
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
  ): void => plane.addEventListener(name, act, { signal: off.signal, passive: false });
  on('pointerdown', (event) => {
    if (event.button > 1) return;
    event.preventDefault();
    // Nothing is sent to a robot by a picture of what is past.
    if (lookedAt.value !== null) return;
    plane.focus({ preventScroll: true });
    plane.setPointerCapture(event.pointerId);
    pointers.press(contactOf(event));
  });
  on('pointermove', (event) => {
    if (lookedAt.value === null) pointers.move(contactOf(event));
  });
  on('pointerup', (event) => pointers.release(contactOf(event)));
  on('pointercancel', ({ pointerId }) => pointers.cancel(pointerId));
  on('lostpointercapture', ({ pointerId }) => pointers.cancel(pointerId));
  on('wheel', (event) => {
    event.preventDefault();
    const lines =
      event.deltaMode === WheelEvent.DOM_DELTA_PIXEL
        ? event.deltaY / PIXELS_PER_NOTCH
        : event.deltaY / LINES_PER_NOTCH;
    pointers.wheel({ x: event.offsetX, y: event.offsetY }, -lines);
  });
  on('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || lookedAt.value !== null) return;
    if (!onMapKey({ key: event.key, shift: event.shiftKey })) return;
    event.preventDefault();
    event.stopPropagation();
  });
  return () => {
    off.abort();
    held.value = false;
  };
}
