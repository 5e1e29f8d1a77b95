/** Guards people: whatever takes the operator's eyes or hands off the page lets go. Pads are asked, they do not tell. */
import { computed, effect, untracked } from '@preact/signals';
import { focus } from '../store.js';
import { demandOfPads } from './axes.js';
import { feed, handOn, letGo } from './hand.js';
import { mayDrive } from './may.js';

const PAD_MS = 20;
/** The hand is said again every fourth time: 80 ms. */
const BEAT = 4;

const ON_WINDOW = ['blur', 'pagehide', 'gamepaddisconnected', 'contextmenu'];
const ON_DOCUMENT = ['visibilitychange', 'freeze'];

const focusId = computed(() => focus.value?.id);

function poll(count: number): void {
  if (!handOn.peek()) return;
  const pads = navigator.getGamepads?.() ?? [];
  feed({ kind: 'pad', to: demandOfPads(pads) }, count % BEAT === 0);
}

/** @returns what ends it */
export function watchHand(): () => void {
  let count = 0;
  const timer = setInterval(() => poll(count++), PAD_MS);
  for (const name of ON_WINDOW) window.addEventListener(name, letGo);
  for (const name of ON_DOCUMENT) document.addEventListener(name, letGo);
  const leave = effect(() => {
    if (!mayDrive.value) untracked(() => feed({ kind: 'switch', on: false }));
  });
  const turn = focusId.subscribe(() => untracked(letGo));
  return () => {
    letGo();
    clearInterval(timer);
    for (const name of ON_WINDOW) window.removeEventListener(name, letGo);
    for (const name of ON_DOCUMENT) document.removeEventListener(name, letGo);
    leave();
    turn();
  };
}
