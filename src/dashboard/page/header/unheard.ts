/** News that fail to come: at first they are only late, after two seconds nobody knows how the robot stands. */
import { effect, signal } from '@preact/signals';
import { framesLate } from '../link/silence.js';

/** So much longer than until it is late. */
const STALE_DELAY_MS = 500;

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
