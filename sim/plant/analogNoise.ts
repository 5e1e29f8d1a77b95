/** Noise of a voltage on its way to a converter: seeded, so that the same run has the same noise. */

import { VOLTS_PER_COUNT } from '../../src/kit/boards.js';
import type { Volts } from '../../src/math/units.js';
import { chanceOf } from './realism/chance.js';

/** At most this many counts to either side. */
const NOISE_COUNTS = 1.5;

/** Makes the noise of one sensor. @param sensor its id: each sensor has its own noise */
export function analogNoise(seed: number, sensor: string): () => Volts {
  const chance = chanceOf(seed, sensor);
  return () => NOISE_COUNTS * VOLTS_PER_COUNT * (2 * chance.uniform() - 1);
}
