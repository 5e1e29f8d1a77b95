/** Time as the board counts it: cycles of its 16 MHz crystal. */
import type { Hertz, Seconds } from '../../src/math/units.js';

export const CLOCK: Hertz = 16_000_000;

/** A cycle of the board's clock, from power-on. */
export type Cycles = number;

export const toCycles = (time: Seconds): Cycles => Math.round(time * CLOCK);
export const toSeconds = (cycles: Cycles): Seconds => cycles / CLOCK;
