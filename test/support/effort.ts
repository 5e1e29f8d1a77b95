/**
 * How much is tried. `npm test` draws a part of the random cases and leaves out what is slow and like something that it
 * runs; `npx vitest run --mode thorough` runs the files that say so: random cases in full, and of the others what
 * `npm test` leaves out.
 */
import { describe, it } from 'vitest';

export const THOROUGH = process.env.STEERBOT_TESTS === 'thorough';

/** How many of so many random cases are drawn. @param few in `npm test`; a fifth unless given */
export const drawn = (all: number, few = Math.ceil(all / 5)): number => (THOROUGH ? all : few);

/** Of cases that are like one another, so many in `npm test`, evenly spread and with the first; the others else. */
export function partOf<T>(cases: readonly T[], few: number): T[] {
  const upTo = (i: number) => Math.floor((i * few) / cases.length);
  return cases.filter((_, i) => upTo(i) > upTo(i - 1) !== THOROUGH);
}

/** For what is slow, where something like it is tested in `npm test`. */
export const itThorough = it.runIf(THOROUGH);
export const describeThorough = describe.runIf(THOROUGH);

/** For what there is no more of than in `npm test`, which has run it before; in a file that has more of others. */
export const itOnce = it.skipIf(THOROUGH);
export const describeOnce = describe.skipIf(THOROUGH);

/** Vitest's own, where `it` is `itOnce`: for what is drawn, or is a part of its cases. */
export const itInBoth = it;
