/** Comparing instants of a run: they are sums, so they are not equal to the last bit. */
import type { Seconds } from '../../src/math/units.js';

/** Instants closer than this are the same. */
export const TIME_EPSILON: Seconds = 1e-9;
