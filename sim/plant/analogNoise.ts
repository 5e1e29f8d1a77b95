/** Noise of a voltage on its way to a converter: seeded, so that the same run has the same noise. */

import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Volts } from '../../src/math/units.js';
import { VOLTS_PER_COUNT } from '../../src/signals/boardInput.js';

/** At most this many counts to either side. */
const NOISE_COUNTS = 1.5;

/** Makes the noise of one sensor. @param sensor its id: each sensor has its own noise */
export function analogNoise(seed: number, sensor: string): () => Volts {
  const name = [...sensor].reduce((sum, letter) => Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0), 7);
  const chance = resumeRandom(seedRandom(Math.imul(seed + 1, 0x45d9f3b) ^ name));
  return () => NOISE_COUNTS * VOLTS_PER_COUNT * (2 * chance.uniform() - 1);
}
