/** Faults of a serial line: lost messages and late bytes. */
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import { BAUD_RATE } from '../../src/robot/baud.js';
import type { Strikes } from './strikes.js';

/** The faults of one direction of the line. */
export interface LinkFault {
  /** When a byte arrives that is due at a time; null if it is lost. Bytes stay in order. */
  arrival(due: Seconds, byte: number): Seconds | null;
}

/** Firmata's data bytes lack the highest bit; this byte, with it, ends a message, and all others with it begin one. */
const STATUS_BIT = 0x80;
const END_SYSEX = 0xf7;

/** Late bytes follow each other at this interval, a little shorter than on the line. */
const BYTE_TIME: Seconds = 9 / BAUD_RATE;

class OneWay implements LinkFault {
  readonly #strikes: Strikes;
  readonly #chance: Random;
  /** Whether the present message is lost. */
  #lost = false;
  #last: Seconds = Number.NEGATIVE_INFINITY;

  constructor(strikes: Strikes, chance: Random) {
    this.#strikes = strikes;
    this.#chance = chance;
  }

  arrival(due: Seconds, byte: number): Seconds | null {
    const [drop] = this.#strikes.during('linkDrop', due);
    if (byte >= STATUS_BIT && byte !== END_SYSEX) this.#lost = false;
    if (drop && byte >= STATUS_BIT && byte !== END_SYSEX)
      this.#lost = this.#chance.uniform() < (drop.share ?? 0);
    if (this.#lost || this.#strikes.isOn('linkStall', due)) return null;
    const late = Math.max(0, ...this.#strikes.during('linkDelay', due).map(({ by = 0 }) => by));
    this.#last = Math.max(this.#last + BYTE_TIME, due + late);
    return this.#last;
  }
}

/** The link's faults by the run's time. @param seed of the scenario */
export const linkFaults = (
  strikes: Strikes,
  seed: number,
): { readonly toBoard: LinkFault; readonly toHost: LinkFault } => ({
  toBoard: new OneWay(strikes, resumeRandom(seedRandom(seed ^ 0x70b0a8d))),
  toHost: new OneWay(strikes, resumeRandom(seedRandom(seed ^ 0x7040057))),
});
