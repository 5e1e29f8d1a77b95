/** Guards people: whatever takes the operator's eyes or hands off the page lets go. Pads are asked, they do not tell. */
import { computed, effect, untracked } from '@preact/signals';
import { focusedRobot } from '../store.js';
import { demandOfPads } from './axes.js';
import { dispatchTeleop, releaseTeleop, teleopOn } from './hand.js';
import { mayDrive } from './may.js';

const PAD_PERIOD_MS = 20;
/** The hand is said again every fourth time: 80 ms. */
const POLLS_PER_REPEAT = 4;

const RELEASING_WINDOW_EVENTS = ['blur', 'pagehide', 'gamepaddisconnected', 'contextmenu'];
const RELEASING_DOCUMENT_EVENTS = ['visibilitychange', 'freeze'];

const focusId = computed(() => focusedRobot.value?.id);

function pollPads(count: number): void {
  if (!teleopOn.peek()) return;
  const pads = navigator.getGamepads?.() ?? [];
  dispatchTeleop({ kind: 'pad', to: demandOfPads(pads) }, count % POLLS_PER_REPEAT === 0);
}

/** @returns what ends it */
export function watchTeleop(): () => void {
  let count = 0;
  const timer = setInterval(() => pollPads(count++), PAD_PERIOD_MS);
  for (const name of RELEASING_WINDOW_EVENTS) window.addEventListener(name, releaseTeleop);
  for (const name of RELEASING_DOCUMENT_EVENTS) document.addEventListener(name, releaseTeleop);
  const leave = effect(() => {
    if (!mayDrive.value) untracked(() => dispatchTeleop({ kind: 'switch', on: false }));
  });
  const turn = focusId.subscribe(() => untracked(releaseTeleop));
  return () => {
    releaseTeleop();
    clearInterval(timer);
    for (const name of RELEASING_WINDOW_EVENTS) window.removeEventListener(name, releaseTeleop);
    for (const name of RELEASING_DOCUMENT_EVENTS) document.removeEventListener(name, releaseTeleop);
    leave();
    turn();
  };
}
