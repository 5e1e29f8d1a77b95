/** From the page's events to pointers and keys. */
import { onMapKey } from './keyboard.js';
import { type Contact, Pointers } from './pointers.js';

/** Pixels of a wheel's notch, and lines of one. */
const PIXELS_PER_NOTCH = 100;
const LINES_PER_NOTCH = 3;

const POINTER_KINDS = { mouse: 'mouse', pen: 'pen', touch: 'touch' } as const;

function contactOf(event: PointerEvent): Contact {
  const kind = POINTER_KINDS[event.pointerType as keyof typeof POINTER_KINDS] ?? 'mouse';
  const { pointerId: id, offsetX, offsetY, button, shiftKey: shift, timeStamp: time } = event;
  return { id, kind, at: { x: offsetX, y: offsetY }, button, shift, time };
}

/** Listens until it is called off. */
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
    plane.focus({ preventScroll: true });
    plane.setPointerCapture(event.pointerId);
    pointers.press(contactOf(event));
  });
  on('pointermove', (event) => pointers.move(contactOf(event)));
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
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!onMapKey({ key: event.key, shift: event.shiftKey })) return;
    event.preventDefault();
    event.stopPropagation();
  });
  return () => off.abort();
}
