/**
 * Seeded random numbers: the same seed gives the same numbers, and the state is plain JSON that a recording can keep.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus, xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

export type RandomState = readonly number[];

export interface Random {
  /** A number in [0, 1). */
  uniform(): number;
  /** A number of the standard normal distribution. */
  gaussian(): number;
  readonly state: () => RandomState;
}

export const seedRandom = (seed: number): RandomState => xoroshiro128plus(mixed(seed)).getState();

/** The generator is linear, so neighboring seeds would give related numbers for ever; this mixes the bits (murmur3). */
function mixed(seed: number): number {
  let bits = seed | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** Goes on from `state`; read `state()` afterwards to carry the sequence into the next tick. */
export function resumeRandom(state: RandomState): Random {
  // Most ticks draw nothing: the generator is made for the first number.
  let generator: ReturnType<typeof xoroshiro128plusFromState> | undefined;
  const uniform = () => {
    generator ??= xoroshiro128plusFromState(state);
    return uniformFloat64(generator);
  };
  return {
    uniform,
    // Box–Muller; 1 − u keeps the logarithm's argument above zero.
    gaussian: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    state: () => generator?.getState() ?? state,
  };
}
