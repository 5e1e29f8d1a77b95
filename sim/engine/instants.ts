/** Instants of a run are added up, and so not equal to the last bit. */
import type { Seconds } from '../../src/math/units.js';

/** Nothing happens in less. */
export const TIME_EPSILON: Seconds = 1e-9;
