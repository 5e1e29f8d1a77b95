/** Time that a test lets pass; nothing of the machine's. */
import type { TimeSource } from '../../src/math/time.js';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** Promises that wait for each other are through after as many turns. */
const TURNS = 20;

export async function turns(): Promise<void> {
  for (let i = 0; i < TURNS; i++) await undefined;
}

export class FakeTime implements TimeSource {
  #now = 0;
  #timers: Timer[] = [];

  now(): number {
    return this.#now;
  }

  /** Timers that wait: what is closed must leave none. */
  get waiting(): number {
    return this.#timers.length;
  }

  after(delay: number, callback: () => void): () => void {
    const timer = { due: this.#now + Math.max(0, delay), callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  /** As a process that is frozen: time goes on, and its timers are late. */
  freeze(delay: number): void {
    this.#now += delay;
  }

  /** Calls back whatever is due on the way, in its order; promises do not get a turn. */
  pass(delay: number): void {
    const end = this.#now + delay;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      const { due, callback } = next;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#now = Math.max(this.#now, due);
      callback();
    }
    this.#now = end;
  }

  /** The same, with a turn for promises every millisecond. */
  async run(delay: number): Promise<void> {
    for (let left = delay; left > 1e-9; left -= 0.001) {
      this.pass(Math.min(0.001, left));
      await turns();
    }
  }

  /** Runs until the promise has settled, 10 s at most, and hands on what became of it. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const settle = () => {
      settled = true;
    };
    promise.then(settle, settle);
    for (await turns(); !settled && this.#now < 60; ) await this.run(0.001);
    return promise;
  }

  #next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.due <= end && (!first || timer.due < first.due)) first = timer;
    return first;
  }
}
