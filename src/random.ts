/** Seeded chance: the same seed gives the same numbers, and the state is plain JSON that a recording can keep. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus, xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { skipN } from 'pure-rand/utils/skipN';

export type RandomState = readonly number[];

export interface Random {
  /** A number in [0, 1). */
  uniform(): number;
  /** A number of the standard normal distribution. */
  gaussian(): number;
  readonly state: () => RandomState;
}

/** Neighboring seeds give numbers that resemble each other at first; these are left out. */
const ALIKE = 32;

export function seedRandom(seed: number): RandomState {
  const generator = xoroshiro128plus(seed);
  skipN(generator, ALIKE);
  return generator.getState();
}

/** Goes on from `state`; read `state()` afterwards to carry the sequence into the next tick. */
export function resumeRandom(state: RandomState): Random {
  const generator = xoroshiro128plusFromState(state);
  const uniform = () => uniformFloat64(generator);
  return {
    uniform,
    // Box–Muller; 1 − u keeps the logarithm's argument above zero.
    gaussian: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    state: () => generator.getState(),
  };
}
