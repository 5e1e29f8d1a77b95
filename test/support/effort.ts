/**
 * How much is tried. `npm test` draws a part of the random cases and leaves out what is slow and like something that it
 * runs; `npx vitest run --mode thorough` runs the files that say so, in full.
 */
import { describe, it } from 'vitest';

export const THOROUGH = process.env.STEERBOT_TESTS === 'thorough';

/** How many of so many random cases are drawn. @param few in `npm test`; a fifth unless given */
export const drawn = (all: number, few = Math.ceil(all / 5)): number => (THOROUGH ? all : few);

/** For what is slow, where something like it is tested in `npm test`. */
export const itThorough = it.runIf(THOROUGH);
export const describeThorough = describe.runIf(THOROUGH);
