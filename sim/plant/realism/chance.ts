/** Seeded chance for a sensor's errors: the same run has the same errors, and each sensor has its own. */
import { type Random, resumeRandom, seedRandom } from '../../../src/math/random.js';

export function chanceOf(seed: number, name: string): Random {
  const hash = [...name].reduce((sum, letter) => Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0), 7);
  return resumeRandom(seedRandom(Math.imul(seed + 1, 0x45d9f3b) ^ hash));
}
