/** How often something may happen: so many a second on average, and as many at once after a rest. */
import type { TimeSource } from '../../math/time.js';
import type { Hertz, Seconds } from '../../math/units.js';

export class TokenBucket {
  readonly #time: Pick<TimeSource, 'now'>;
  readonly #rate: Hertz;
  readonly #most: number;
  #left: number;
  #at: Seconds;

  constructor(time: Pick<TimeSource, 'now'>, rate: Hertz, most: number) {
    this.#time = time;
    this.#rate = rate;
    this.#most = most;
    this.#left = most;
    this.#at = time.now();
  }

  /** @returns whether it may happen once more now */
  take(): boolean {
    const now = this.#time.now();
    this.#left = Math.min(this.#most, this.#left + Math.max(0, now - this.#at) * this.#rate);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
