/** The wall clock: ticks at absolute deadlines, and a count of missed periods. */
import { Observable } from 'rxjs';
import type { TimeSource } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import type { ClockTick } from '../signals/signals.js';

/**
 * The machine's monotonic time since the program started: the default time source.
 *
 * @example
 * ```ts
 * import { wallTime } from 'steerbot/control';
 * console.log(wallTime.now() > 0); // true
 * ```
 */
export const wallTime: TimeSource = {
  now: () => performance.now() / 1000,
  after(delay, callback) {
    const timer = setTimeout(callback, Math.max(0, delay) * 1000);
    return () => clearTimeout(timer);
  },
};

/**
 * The same time, counted from now: drivers and clock of one run must share one source.
 *
 * @example
 * ```ts
 * import { fromNow } from 'steerbot/control';
 * const time = fromNow();
 * console.log(time.now() < 1); // true
 * ```
 */
export function fromNow(source: TimeSource = wallTime): TimeSource {
  const start = source.now();
  return { now: () => source.now() - start, after: (delay, callback) => source.after(delay, callback) };
}

/**
 * Ticks at start + n·period. A late tick does not delay the next ones; a period that was missed entirely is not
 * repeated but counted in `lostPeriods`. The first tick comes at once; each has its time by `time`.
 *
 * @example
 * ```ts
 * import { firstValueFrom } from 'rxjs';
 * import { wallClock } from 'steerbot/control';
 * const first = await firstValueFrom(wallClock(0.02));
 * console.log(first.lostPeriods); // 0
 * ```
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
