/** Steps of the set-up of a chip on the I²C bus that must be asked on the way. */
import { ms } from '../math/units.js';
import type { BusQuestion, BusStep, BusWrite } from '../signals/boardInput.js';

/** So that a set-up while the robot drives leaves the line to its commands: a write takes 1.6 ms of it. */
const REST = ms(3);
export const write = (register: number, value: number): BusWrite => ({ register, value, rest: REST });
export const question = (register: number, next: (value: number) => readonly BusStep[]): BusQuestion => ({
  register,
  bytes: 1,
  next: ([value = 0]) => next(value),
});
/** Asked so often at most: each time takes some milliseconds. */
const TRIES = 20;
export const until = (register: number, bits: number, tries = TRIES): BusQuestion => ({
  register,
  bytes: 1,
  next: ([value = 0]) => {
    if (value & bits) return [];
    return tries > 1 ? [until(register, bits, tries - 1)] : undefined;
  },
});

/** What was written stands there: the line may have been loose for a moment. Without it the set-up begins anew. */
export const confirm = (register: number, wanted: readonly number[]): BusQuestion => ({
  register,
  bytes: wanted.length,
  next: (found) => (wanted.every((value, i) => found[i] === value) ? [] : undefined),
});
