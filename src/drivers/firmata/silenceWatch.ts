/** A line that should speak all the time and does not: unplugging can go unseen by the operating system. */
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';

/** Received bytes may stay away for this long. */
export const SILENCE: Seconds = 0.25;

/** The last part of that: a host that stood still itself gets the time to read what came meanwhile. */
const SECOND_LOOK: Seconds = 0.05;

export class SilenceWatch {
  readonly #time: TimeSource;
  readonly #silent: () => void;
  #heardAt: Seconds;
  #cancel = () => {};

  constructor(time: TimeSource, silent: () => void) {
    this.#time = time;
    this.#silent = silent;
    this.#heardAt = time.now();
    this.#look();
  }

  heard(): void {
    this.#heardAt = this.#time.now();
  }

  end(): void {
    this.#cancel();
  }

  #look(): void {
    const left = this.#heardAt + SILENCE - SECOND_LOOK - this.#time.now();
    this.#cancel = this.#time.after(left > 0 ? left : SECOND_LOOK, () => {
      if (left > 0 || this.#heardAt + SILENCE - SECOND_LOOK > this.#time.now()) this.#look();
      else this.#silent();
    });
  }
}
