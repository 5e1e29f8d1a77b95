/** The mean over time of something that is seen at instants. */
import type { Seconds } from '../../../src/math/units.js';

export class TimeMean {
  readonly #after: Seconds;
  #before: Seconds | undefined;
  #time: Seconds = 0;
  #sum = 0;

  /** @param after what was before this instant does not count */
  constructor(after: Seconds) {
    this.#after = after;
  }

  /** What is seen at an instant was so since the one before. */
  add(at: Seconds, value: number): void {
    const span = at - Math.max(this.#before ?? at, this.#after);
    this.#before = at;
    if (!(span > 0)) return;
    this.#time += span;
    this.#sum += span * value;
  }

  /** null while no time has passed. */
  get mean(): number | null {
    return this.#time > 0 ? this.#sum / this.#time : null;
  }
}
