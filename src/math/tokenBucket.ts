/** Limits how often something may happen. */
import type { TimeSource } from './time.js';
import type { Hertz, Seconds } from './units.js';

/** Allows something `rate` times a second on average, and `capacity` times at once after a rest. */
export class TokenBucket {
  readonly #time: Pick<TimeSource, 'now'>;
  readonly #rate: Hertz;
  readonly #capacity: number;
  #tokens: number;
  #at: Seconds;

  constructor(time: Pick<TimeSource, 'now'>, rate: Hertz, capacity: number) {
    this.#time = time;
    this.#rate = rate;
    this.#capacity = capacity;
    this.#tokens = capacity;
    this.#at = time.now();
  }

  /** @param cost of something large, in times @returns whether it may happen now */
  take(cost = 1): boolean {
    const now = this.#time.now();
    this.#tokens = Math.min(this.#capacity, this.#tokens + Math.max(0, now - this.#at) * this.#rate);
    this.#at = now;
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }
}
