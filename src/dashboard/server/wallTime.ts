/** The machine's own time; tests put another in its place. */
import type { TimeSource } from '../../math/time.js';

export const wallTime: TimeSource = {
  now: () => performance.now() / 1000,
  after(delay, callback) {
    const timer = setTimeout(callback, delay * 1000);
    return () => clearTimeout(timer);
  },
};
