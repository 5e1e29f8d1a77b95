/** What faults do to a serial line: messages that get lost, bytes that come late. */
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import type { Strikes } from './strikes.js';

/** One way of the line. */
export interface LinkFault {
  /** When a byte comes that would come at this time; null where it is lost. Bytes stay in order. */
  arrival(due: Seconds, byte: number): Seconds | null;
}

/** Firmata's bytes of data have no highest bit; this one with it ends a message, all others begin one. */
const STATUS_BIT = 0x80;
const END_SYSEX = 0xf7;

/** Bytes that were late come one after the other: a little closer than a line sends them. */
const BYTE_TIME: Seconds = 9 / 57_600;

class OneWay implements LinkFault {
  readonly #strikes: Strikes;
  readonly #chance: Random;
  /** The message that passes now is lost. */
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

/** Of the run's own time. @param seed of the scenario */
export const linkFaults = (
  strikes: Strikes,
  seed: number,
): { readonly toBoard: LinkFault; readonly toHost: LinkFault } => ({
  toBoard: new OneWay(strikes, resumeRandom(seedRandom(seed ^ 0x70b0a8d))),
  toHost: new OneWay(strikes, resumeRandom(seedRandom(seed ^ 0x7040057))),
});
