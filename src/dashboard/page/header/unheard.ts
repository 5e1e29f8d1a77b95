/** News that fail to come: at first they are only late, after two seconds nobody knows how the robot stands. */
import { effect, signal } from '@preact/signals';
import { silent } from '../link/silence.js';

/** So much longer than until it is late. */
const PATIENCE_MS = 500;

export const unheard = signal(false);

effect(() => {
  if (!silent.value) {
    unheard.value = false;
    return undefined;
  }
  const timer = setTimeout(() => {
    unheard.value = true;
  }, PATIENCE_MS);
  return () => clearTimeout(timer);
});
