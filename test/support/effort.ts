/**
 * How much is tried. `npm test` draws a part of the random cases and leaves out what is slow and like something that it
 * runs. The thorough checks (`npx vitest run --mode thorough`) run of what it leaves out, and of the random cases, a third,
 * which the commit chooses; likewise of the files that run in real time (vitest.config.ts). Every night, with
 * `STEERBOT_TESTS=all`, all of them run.
 */
import { describe, it, type TestContext } from 'vitest';

const { STEERBOT_TESTS, STEERBOT_THIRD } = process.env;

export const THOROUGH = STEERBOT_TESTS === 'thorough' || STEERBOT_TESTS === 'all';

/** 0, 1 or 2: the third that this commit draws; undefined where all are drawn. */
export const THIRD: number | undefined =
  STEERBOT_TESTS === 'thorough' ? Number(STEERBOT_THIRD ?? 0) % 3 : undefined;

/** The share of the cases that this commit draws, and at least one. All of them every night, and in `npm test`. */
export function thirdOf<T>(cases: readonly T[]): T[] {
  if (THIRD === undefined) return [...cases];
  const drawn = cases.filter((_, i) => i % 3 === THIRD);
  return drawn.length > 0 ? drawn : cases.slice(0, 1);
}

/** How many of so many random cases are drawn, where each draws for itself. @param few in `npm test` */
export const drawn = (all: number, few = Math.ceil(all / 5)): number => {
  if (!THOROUGH) return few;
  return THIRD === undefined ? all : Math.max(few, Math.ceil(all / 3));
};

/** The numbers of the random cases that are drawn, out of so many. @param few in `npm test`: the first ones */
export function cases(all: number, few = Math.ceil(all / 5)): number[] {
  const numbers = Array.from({ length: all }, (_, i) => i);
  return THOROUGH ? thirdOf(numbers) : numbers.slice(0, few);
}

/** Of cases that are like one another, so many in `npm test`, evenly spread and with the first; a share of the others else. */
export function partOf<T>(cases: readonly T[], few: number): T[] {
  const upTo = (i: number) => Math.floor((i * few) / cases.length);
  const part = cases.filter((_, i) => upTo(i) > upTo(i - 1) !== THOROUGH);
  return THOROUGH && part.length > 0 ? thirdOf(part) : part;
}

/** Whether this commit draws a test of this name. */
export const isDrawn = (name: string): boolean =>
  THIRD === undefined || [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 3 === THIRD;

const whereThorough = it.runIf(THOROUGH);

/** For what is slow, where something like it is tested in `npm test`. A commit draws a third of them, and of their cases. */
export const itThorough = Object.assign(
  (name: string, ...test: [(context: TestContext) => unknown, timeout?: number]) =>
    it.runIf(THOROUGH && isDrawn(name))(name, ...test),
  {
    each: ((cases: readonly unknown[]) => whereThorough.each(thirdOf(cases))) as typeof it.each,
  },
);

/**
 * How many of the drawn cases may miss a bound that fewer than a share of all cases miss: a third may hold every one of
 * these, so that it is not judged more strictly than all are. None in `npm test`, whose few cases are known.
 */
export const exceptions = (share: number, all: number): number => (THOROUGH ? Math.ceil(share * all) - 1 : 0);
export const describeThorough = describe.runIf(THOROUGH);

/** For what there is no more of than in `npm test`, which has run it before; in a file that has more of others. */
export const itOnce = it.skipIf(THOROUGH);
export const describeOnce = describe.skipIf(THOROUGH);

/** Vitest's own, where `it` is `itOnce`: for what is drawn, or is a part of its cases. */
export const itInBoth = it;
