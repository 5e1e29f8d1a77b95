/** Notices missing frames: first they are late, and two seconds after the last one the page's picture is stale. */
import { effect, signal } from '@preact/signals';
import { connection, frame, onView } from '../store.js';

const LATE_AFTER_MS = 1500;

/** Frames are missing although they should come: the connection has broken silently. */
export const framesLate = signal(false);

/** @returns a call that ends the watch */
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

/** The time from late to stale. */
const STALE_DELAY_MS = 500;

/** Frames have been missing for so long that the robot's state is unknown. */
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
