/** Times as a program gives them. */
import { misuse } from '../../validation/caller.js';

/** Nobody waits for longer without saying the unit [s]; programs count in milliseconds. */
const LONGEST_BARE = 600;

/** @throws TypeError for a number that is probably meant in milliseconds */
export function mustBeSeconds(taker: string, given: unknown): void {
  if (typeof given !== 'number' || given <= LONGEST_BARE) return;
  throw misuse(
    `${taker}: ${given} says no unit, which is s, and is more than ${LONGEST_BARE} s; did you mean '${given} ms'? if not, write '${given} s'`,
  );
}
