/** Chance of one part of one run: the same seed, index and part give the same draws, whatever other parts draw. */
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';

export class Chance {
  readonly #random: Random;

  /** @param part what is drawn: `robot`, `faults` and so on */
  constructor(seed: number, index: number, part: string) {
    this.#random = resumeRandom(seedRandom(hashOf(`${seed}/${index}/${part}`)));
  }

  uniform(): number {
    return this.#random.uniform();
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.uniform();
  }

  /** A time until the next of events that come at random, this far apart in the mean. */
  wait(mean: number): number {
    return -mean * Math.log(1 - this.uniform());
  }

  happens(share: number): boolean {
    return this.uniform() < share;
  }

  oneOf<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('nothing to draw from');
    return list[Math.floor(this.uniform() * list.length)] as T;
  }

  /** Draws by weight. */
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T {
    let rest = this.uniform() * list.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of list) {
      rest -= weight;
      if (rest < 0) return value;
    }
    return this.oneOf(list)[1];
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
