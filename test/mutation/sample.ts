/** A seeded draw: the same seed draws the same of the same. */
import { resumeRandom, seedRandom } from '../../src/math/random.js';

/** @returns so many of them, or all, in their own order */
export function drawn<T>(all: readonly T[], count: number, seed: number): T[] {
  const { uniform } = resumeRandom(seedRandom(seed));
  const lots = all.map((_, index) => ({ index, lot: uniform() }));
  const winners = new Set(
    lots
      .sort((a, b) => a.lot - b.lot)
      .slice(0, count)
      .map(({ index }) => index),
  );
  return all.filter((_, index) => winners.has(index));
}
