/** How well the control clock keeps time: how late its last tick came, and how many it has missed. */

import type { Seconds } from '../../math/units.js';
import type { Tick } from '../../signals/signals.js';

export interface Punctuality {
  readonly lateness: Seconds;
  readonly lostPeriods: number;
}

export class TickClock {
  readonly #period: Seconds;
  #start: Seconds | undefined;
  #ticks = 0;
  #lost = 0;
  #lateness: Seconds = 0;

  constructor(period: Seconds) {
    this.#period = period;
  }

  /** The n-th tick is due at start + n·period, those that were missed counted. */
  tick(tick?: Pick<Tick, 'at' | 'lostPeriods'>): Punctuality {
    if (tick) {
      this.#start ??= tick.at;
      this.#lost += tick.lostPeriods;
      this.#lateness = Math.max(0, tick.at - this.#start - (this.#ticks + this.#lost) * this.#period);
      this.#ticks += 1;
    }
    return { lateness: this.#lateness, lostPeriods: this.#lost };
  }
}
