/** Whether news of the run fail to come although they should: a way that broke without a word. */
import { signal } from '@preact/signals';
import { connection, frame, onView } from '../store.js';

const TOO_LONG_MS = 1500;

export const silent = signal(false);

/** @returns what ends the watch */
export function watchSilence(now: () => number = () => performance.now()): () => void {
  let heard = now();
  const forget = onView(() => {
    heard = now();
    silent.value = false;
  });
  const timer = setInterval(() => {
    const expected = connection.value === 'open' && frame.value?.pace?.paused === false;
    silent.value = expected && now() - heard > TOO_LONG_MS;
  }, 500);
  return () => {
    forget();
    clearInterval(timer);
  };
}
