/** Keys from anywhere on the page, before whatever has the focus sees them. */
import type { Signal } from '@preact/signals';
import { dispatchTeleop, releaseTeleop, teleopOn } from '../drive/hand.js';
import { stop } from '../drive/stop.js';
import { closeDrawer, drawer, toggleDrawer } from '../layout/dialogs.js';
import { chooseMission } from '../scenes/choice.js';
import { can, operate, showForces, showMarks } from '../store.js';
import { togglePause } from '../transport/pause.js';
import { directionOf, type FocusKind, isStop, type KeyAction, keyAction } from './keys.js';

function focusOf(target: EventTarget | null): FocusKind {
  if (!(target instanceof Element)) return 'page';
  if (target.matches('input[type=range], [role=tab], [role=slider]')) return 'range';
  if (target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'))
    return 'text';
  return target.closest('dialog') ? 'dialog' : 'page';
}

const toggle = (shown: Signal<boolean>): void => {
  shown.value = !shown.value;
};

function perform(action: KeyAction): void {
  if (action.kind === 'stop') stop();
  else if (action.kind === 'drive') dispatchTeleop({ kind: 'press', direction: action.direction });
  else if (action.kind === 'choose') chooseMission(action.mission);
  else if (action.kind === 'forces') toggle(showForces);
  else if (action.kind === 'marks') toggle(showMarks);
  else if (action.kind === 'help') toggleDrawer('help');
  else if (action.kind === 'pause') togglePause();
  else if (can(action.kind)) operate({ kind: action.kind });
}

function consume(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onKeyDown(event: KeyboardEvent): void {
  const modified = event.ctrlKey || event.altKey || event.metaKey;
  // Guards people: with Meta held, some systems never tell that another key came up.
  if (modified) releaseTeleop();
  if (event.key === 'Escape' && drawer.peek()) {
    closeDrawer();
    return;
  }
  const focus = focusOf(event.target);
  const action = keyAction({ code: event.code, key: event.key, modified, focus }, teleopOn.peek());
  if (!action) return;
  consume(event);
  // A key that is held repeats; only `step` goes on.
  if (!event.repeat || action.kind === 'step') perform(action);
}

function onKeyUp(event: KeyboardEvent): void {
  // A button is clicked when Space comes up.
  if (isStop(event)) consume(event);
  const direction = directionOf(event.code);
  if (direction) dispatchTeleop({ kind: 'release', direction });
}

/** @returns what ends it */
export function listenToKeys(): () => void {
  window.addEventListener('keydown', onKeyDown, { capture: true });
  window.addEventListener('keyup', onKeyUp, { capture: true });
  return () => {
    window.removeEventListener('keydown', onKeyDown, { capture: true });
    window.removeEventListener('keyup', onKeyUp, { capture: true });
  };
}
