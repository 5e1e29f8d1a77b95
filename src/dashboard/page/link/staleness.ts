/** Whether frames fail to come although they should: at first they are late, after two seconds what is shown is stale. */
import { effect, signal } from '@preact/signals';
import { connection, frame, onView } from '../store.js';

const LATE_AFTER_MS = 1500;

/** Whether frames fail to come although they should: the connection broke silently. */
export const framesLate = signal(false);

/** @returns what ends the watch */
export function watchFrameAge(now: () => number = () => performance.now()): () => void {
  let lastFrame = now();
  const forget = onView(() => {
    lastFrame = now();
    framesLate.value = false;
  });
  const timer = setInterval(() => {
    const expected = connection.value === 'open' && frame.value?.pace?.paused === false;
    framesLate.value = expected && now() - lastFrame > LATE_AFTER_MS;
  }, 500);
  return () => {
    forget();
    clearInterval(timer);
  };
}

/** So much longer than until it is late. */
const STALE_DELAY_MS = 500;

/** Frames are missing for so long that the state of the robot is unknown. */
export const framesStale = signal(false);

effect(() => {
  if (!framesLate.value) {
    framesStale.value = false;
    return undefined;
  }
  const timer = setTimeout(() => {
    framesStale.value = true;
  }, STALE_DELAY_MS);
  return () => clearTimeout(timer);
});
