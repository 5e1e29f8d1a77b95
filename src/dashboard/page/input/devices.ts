/** Keyboard and gamepads of the page; when the operator looks away or leaves, teleop is released. */
import { computed, effect, type Signal, untracked } from '@preact/signals';
import { stop } from '../drive/stop.js';
import { dispatchTeleop, releaseTeleop, teleopOn } from '../drive/teleop.js';
import { demandOfPads } from '../drive/teleopState.js';
import { chooseMission } from '../scenes/missionChoice.js';
import {
  can,
  closeDrawer,
  drawer,
  focusedRobot,
  mayDrive,
  operate,
  scene,
  showForces,
  showMarks,
  toggleDrawer,
  togglePause,
} from '../store.js';
import { keepAnchor } from '../timeline/anchor.js';
import { directionOf, type FocusKind, isStop, type KeyAction, keyAction } from './keys.js';

// Keys from anywhere on the page, before the focused element gets them.

/** Marks a field in which one writes words with spaces between them. */
const SENTENCE = '[data-sentence]';

/** Guards people: beside a real robot Space is STOP in every field. */
function focusOf(target: EventTarget | null): FocusKind {
  if (!(target instanceof Element)) return 'page';
  if (target.matches(SENTENCE) && scene.peek()?.source === 'simulation') return 'sentence';
  if (target.matches('input[type=range], [role=tab], [role=slider]')) return 'range';
  if (target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'))
    return 'text';
  return target.closest('dialog') ? 'dialog' : 'page';
}

const toggle = (shown: Signal<boolean>): void => {
  shown.value = !shown.value;
};

const REPEATED: readonly KeyAction['kind'][] = ['step', 'back', 'on'];

function perform(action: KeyAction): void {
  if (action.kind === 'stop') stop();
  else if (action.kind === 'drive') dispatchTeleop({ kind: 'press', direction: action.direction });
  else if (action.kind === 'choose') chooseMission(action.mission);
  else if (action.kind === 'forces') toggle(showForces);
  else if (action.kind === 'marks') toggle(showMarks);
  else if (action.kind === 'help') toggleDrawer('help');
  else if (action.kind === 'pause') togglePause();
  else if (action.kind === 'anchor') keepAnchor();
  else if (action.kind === 'back' || action.kind === 'on')
    operate({ kind: 'step', back: action.kind === 'back' });
  else if (can(action.kind)) operate({ kind: action.kind });
}

function consume(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onKeyDown(event: KeyboardEvent): void {
  const modified = event.ctrlKey || event.altKey || event.metaKey;
  // Guards people: with Meta held, some systems never report that another key was released.
  if (modified) releaseTeleop();
  if (event.key === 'Escape' && drawer.peek()) {
    closeDrawer();
    return;
  }
  const focus = focusOf(event.target);
  const action = keyAction(
    { code: event.code, key: event.key, modified, focus },
    { teleopOn: teleopOn.peek(), inRecording: scene.peek()?.source === 'recording' },
  );
  if (!action) return;
  consume(event);
  // A held key repeats; only steps are repeated.
  if (!event.repeat || REPEATED.includes(action.kind)) perform(action);
}

function onKeyUp(event: KeyboardEvent): void {
  // A button is clicked when Space is released.
  if (isStop(event) && focusOf(event.target) !== 'sentence') consume(event);
  const direction = directionOf(event.code);
  if (direction) dispatchTeleop({ kind: 'release', direction });
}

/** @returns a call that stops listening */
export function listenToKeys(): () => void {
  window.addEventListener('keydown', onKeyDown, { capture: true });
  window.addEventListener('keyup', onKeyUp, { capture: true });
  return () => {
    window.removeEventListener('keydown', onKeyDown, { capture: true });
    window.removeEventListener('keyup', onKeyUp, { capture: true });
  };
}

const PAD_PERIOD_MS = 20;
/** The teleop command is sent again every fourth time: 80 ms. */
const POLLS_PER_REPEAT = 4;

const RELEASING_WINDOW_EVENTS = ['blur', 'pagehide', 'gamepaddisconnected', 'contextmenu'];
const RELEASING_DOCUMENT_EVENTS = ['visibilitychange', 'freeze'];

const focusId = computed(() => focusedRobot.value?.id);

function pollPads(count: number): void {
  if (!teleopOn.peek()) return;
  const pads = navigator.getGamepads?.() ?? [];
  dispatchTeleop({ kind: 'pad', to: demandOfPads(pads) }, count % POLLS_PER_REPEAT === 0);
}

/**
 * Polls gamepads, which send no events.
 *
 * Guards people: when the operator's eyes or hands leave the page, teleop is released.
 *
 * @returns a call that stops the polling
 */
export function watchTeleop(): () => void {
  let count = 0;
  const timer = setInterval(() => pollPads(count++), PAD_PERIOD_MS);
  for (const name of RELEASING_WINDOW_EVENTS) window.addEventListener(name, releaseTeleop);
  for (const name of RELEASING_DOCUMENT_EVENTS) document.addEventListener(name, releaseTeleop);
  const endSwitchOff = effect(() => {
    if (!mayDrive.value) untracked(() => dispatchTeleop({ kind: 'switch', on: false }));
  });
  const endFocusWatch = focusId.subscribe(() => untracked(releaseTeleop));
  return () => {
    releaseTeleop();
    clearInterval(timer);
    for (const name of RELEASING_WINDOW_EVENTS) window.removeEventListener(name, releaseTeleop);
    for (const name of RELEASING_DOCUMENT_EVENTS) document.removeEventListener(name, releaseTeleop);
    endSwitchOff();
    endFocusWatch();
  };
}
