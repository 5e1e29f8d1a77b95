/**
 * How long a dead-man time a link needs.
 *
 * With commands every T seconds, the board waits between two of them for T, and longer where the second takes longer than
 * the first; after ARM it waits for a round trip and T, until the first command comes. So the time is the longest round trip
 * that was seen, and as much more as that was longer than usual, because a few round trips do not show the worst; two
 * periods, because a frame may get lost; and a margin for a computer that is busy for a moment.
 */
import type { Seconds } from '../../math/units.js';

const MARGIN: Seconds = 0.05;
const STEP: Seconds = 0.01;
/** What the firmware takes. */
const SHORTEST: Seconds = 0.05;
const LONGEST: Seconds = 0.5;

export interface LinkTimes {
  /** Of the round trips. */
  readonly median: Seconds;
  /** 95 % are not longer. */
  readonly p95: Seconds;
  readonly longest: Seconds;
  /** Between two commands. */
  readonly period: Seconds;
}

/**
 * In whole 10 ms; undefined where the longest that the firmware takes is too short for the usual round trip, or for more
 * than a few. The few may have met a pause on either way, of which the board sees one.
 */
export function deadManFor({ median, p95, longest, period }: LinkTimes): Seconds | undefined {
  if (!fits(median, period, LONGEST) || !fits(p95 - median, period, LONGEST)) return undefined;
  const wanted = longest + (longest - median) + 2 * period + MARGIN;
  // Rounding of the sum is no reason for another step.
  const steps = Math.ceil(wanted / STEP - 1e-9);
  return Math.min(LONGEST, Math.max(SHORTEST, steps / (1 / STEP)));
}

/** Whether the command after so long a wait and a period comes in time. */
export const fits = (wait: Seconds, period: Seconds, deadMan: Seconds): boolean => wait + period <= deadMan;
