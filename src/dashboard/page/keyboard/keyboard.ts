/** Keys from anywhere on the page, before whatever has the focus sees them. */
import type { Signal } from '@preact/signals';
import { feed, handOn, letGo } from '../drive/hand.js';
import { stop } from '../drive/stop.js';
import { closeDrawer, drawer, toggleDrawer } from '../layout/dialogs.js';
import { choose } from '../scenes/choice.js';
import { can, operate, showForces, showMarks } from '../store.js';
import { togglePause } from '../transport/pause.js';
import { directionOf, isStop, type KeyAction, keyAction, type Place } from './keys.js';

function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof Element)) return 'page';
  if (target.matches('input[type=range], [role=tab], [role=slider]')) return 'range';
  if (target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'))
    return 'text';
  return target.closest('dialog') ? 'dialog' : 'page';
}

const flip = (shown: Signal<boolean>): void => {
  shown.value = !shown.value;
};

function act(action: KeyAction): void {
  if (action.kind === 'stop') stop();
  else if (action.kind === 'drive') feed({ kind: 'press', direction: action.direction });
  else if (action.kind === 'choose') choose(action.mission);
  else if (action.kind === 'forces') flip(showForces);
  else if (action.kind === 'marks') flip(showMarks);
  else if (action.kind === 'help') toggleDrawer('help');
  else if (action.kind === 'pause') togglePause();
  else if (can(action.kind)) operate({ kind: action.kind });
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function pressed(event: KeyboardEvent): void {
  const modified = event.ctrlKey || event.altKey || event.metaKey;
  // Guards people: with Meta held, some systems never tell that another key came up.
  if (modified) letGo();
  if (event.key === 'Escape' && drawer.peek()) {
    closeDrawer();
    return;
  }
  const place = placeOf(event.target);
  const action = keyAction({ code: event.code, key: event.key, modified, place }, handOn.peek());
  if (!action) return;
  swallow(event);
  // A key that is held repeats; only `step` goes on.
  if (!event.repeat || action.kind === 'step') act(action);
}

function released(event: KeyboardEvent): void {
  // A button is clicked when Space comes up.
  if (isStop(event)) swallow(event);
  const direction = directionOf(event.code);
  if (direction) feed({ kind: 'release', direction });
}

/** @returns what ends it */
export function listenToKeys(): () => void {
  window.addEventListener('keydown', pressed, { capture: true });
  window.addEventListener('keyup', released, { capture: true });
  return () => {
    window.removeEventListener('keydown', pressed, { capture: true });
    window.removeEventListener('keyup', released, { capture: true });
  };
}
