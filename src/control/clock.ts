/** The wall clock: ticks at absolute deadlines, and an honest count of the periods it missed. */
import { Observable } from 'rxjs';
import type { ClockTick } from '../signals.js';
import type { Seconds } from '../units.js';

/** Where time comes from; a test puts its own in. */
export interface TimeSource {
  /** Monotonic [s]; only differences mean anything. */
  now(): Seconds;
  /** Calls back once after `delay` [s]; the answer cancels it. */
  after(delay: Seconds, callback: () => void): () => void;
}

export const wallTime: TimeSource = {
  now: () => performance.now() / 1000,
  after(delay, callback) {
    const timer = setTimeout(callback, Math.max(0, delay) * 1000);
    return () => clearTimeout(timer);
  },
};

/**
 * Ticks at start + n·period. A late tick does not delay the next ones; a period that passed wholly is not made
 * up for but counted in `lostPeriods`. Times are measured from the first tick, which comes at once.
 */
export function wallClock(period: Seconds, time: TimeSource = wallTime): Observable<ClockTick> {
  return new Observable((subscriber) => {
    const start = time.now();
    let due = 0;
    let cancel = () => {};
    const tick = () => {
      const at = time.now() - start;
      // Timers may fire a little early; that is still this period's tick.
      const periods = Math.max(due, Math.floor(at / period + 0.1));
      const lostPeriods = periods - due;
      due = periods + 1;
      cancel = time.after(start + due * period - time.now(), tick);
      subscriber.next({ at, lostPeriods });
    };
    tick();
    return () => cancel();
  });
}
