/** Whether news of the run fail to come although they should: a way that broke without a word. */
import { signal } from '@preact/signals';
import { connection, frame, onView } from '../store.js';

const LATE_AFTER_MS = 1500;

export const framesLate = signal(false);

/** @returns what ends the watch */
export function watchFrameAge(now: () => number = () => performance.now()): () => void {
  let heard = now();
  const forget = onView(() => {
    heard = now();
    framesLate.value = false;
  });
  const timer = setInterval(() => {
    const expected = connection.value === 'open' && frame.value?.pace?.paused === false;
    framesLate.value = expected && now() - heard > LATE_AFTER_MS;
  }, 500);
  return () => {
    forget();
    clearInterval(timer);
  };
}
