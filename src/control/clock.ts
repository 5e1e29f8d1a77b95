/** The wall clock: ticks at absolute deadlines, and an honest count of the periods it missed. */
import { Observable } from 'rxjs';
import type { TimeSource } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import type { ClockTick } from '../signals/signals.js';

/** The machine's own, since it was started; the default of whatever takes time. */
export const wallTime: TimeSource = {
  now: () => performance.now() / 1000,
  after(delay, callback) {
    const timer = setTimeout(callback, Math.max(0, delay) * 1000);
    return () => clearTimeout(timer);
  },
};

/** A turn of Node's event loop: promises, and what Node has put off, are through by then. */
export const nextTurn = (): Promise<void> => new Promise((done) => setImmediate(done));

/** The same time, counted from now on: drivers and the clock of one run must share one. */
export function fromNow(source: TimeSource = wallTime): TimeSource {
  const start = source.now();
  return { now: () => source.now() - start, after: (delay, callback) => source.after(delay, callback) };
}

/**
 * Ticks at start + n·period. A late tick does not delay the next ones; a period that passed wholly is not made
 * up for but counted in `lostPeriods`. The first tick comes at once; each says when it came, by `time`.
 */
export function wallClock(period: Seconds, time: TimeSource = wallTime): Observable<ClockTick> {
  return new Observable((subscriber) => {
    const start = time.now();
    let due = 0;
    let cancel = () => {};
    const tick = () => {
      const at = time.now();
      // Timers may fire a little early; that is still this period's tick.
      const periods = Math.max(due, Math.floor((at - start) / period + 0.1));
      const lostPeriods = periods - due;
      due = periods + 1;
      cancel = time.after(start + due * period - time.now(), tick);
      subscriber.next({ at, lostPeriods });
    };
    tick();
    return () => cancel();
  });
}
