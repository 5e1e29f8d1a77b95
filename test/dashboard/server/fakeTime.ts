/** Time that passes when it is told to. */
import type { TimeSource } from '../../../src/math/time.js';

export class FakeTime implements TimeSource {
  #now = 100;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(delay: number, callback: () => void): () => void {
    const timer = { at: this.#now + delay, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  get timers(): number {
    return this.#timers.length;
  }

  pass(seconds: number): void {
    const end = this.#now + seconds;
    for (;;) {
      const [next] = this.#timers.toSorted((a, b) => a.at - b.at);
      if (!next || next.at > end) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }

  /** As where the machine is busy: time goes by, and no timer is served. */
  passUnserved(seconds: number): void {
    this.#now += seconds;
  }
}
