/** A clock that never waits: it jumps to the next due callback, until it is released to real time. */
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';

interface Due {
  readonly at: Seconds;
  readonly callback: () => void;
  cancel?: () => void;
}

export class ImpatientClock implements TimeSource {
  #now: Seconds = 0;
  readonly #due: Due[] = [];
  /** From its release on, and what it said then. */
  #real: { readonly time: TimeSource; readonly from: Seconds } | undefined;

  now(): Seconds {
    return this.#real ? this.#now + this.#real.time.now() - this.#real.from : this.#now;
  }

  after(delay: Seconds, callback: () => void): () => void {
    if (this.#real) return this.#real.time.after(delay, callback);
    const entry: Due = { at: this.#now + Math.max(0, delay), callback };
    this.#due.push(entry);
    this.#due.sort((a, b) => a.at - b.at);
    return () => {
      entry.cancel?.();
      const place = this.#due.indexOf(entry);
      if (place >= 0) this.#due.splice(place, 1);
    };
  }

  goOn(): void {
    const next = this.#due.shift();
    if (!next) return;
    this.#now = next.at;
    next.callback();
  }

  /** From now on it waits, as real time does. */
  release(time: TimeSource): void {
    this.#real = { time, from: time.now() };
    for (const entry of this.#due.splice(0)) entry.cancel = time.after(entry.at - this.#now, entry.callback);
  }
}
