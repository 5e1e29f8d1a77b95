/** Lets a board run while somebody waits for it, such as a driver for the end of its handshake. */

import { ms, type Seconds } from '../../src/math/units.js';
import { DriverError } from '../../src/validation/errors.js';

const SLICE: Seconds = ms(1);
/** Promises that wait for each other are through after as many turns; what takes longer goes on a slice later. */
const TURNS = 32;

/** What goes on meanwhile: a board, or a whole body with its board. */
export interface Running {
  readonly now: Seconds;
  runUntil(time: Seconds): void;
}

export interface Waiting {
  /** Virtual time after which the promise is given up. */
  readonly patience?: Seconds;
  /** Lets what has been promised go on; default a few turns of promises alone. */
  readonly turn?: () => Promise<unknown>;
}

async function turns(): Promise<void> {
  for (let i = 0; i < TURNS; i++) await undefined;
}

/** @throws DriverError when the promise has not settled after so much virtual time */
export async function untilSettled<T>(
  running: Running,
  promise: Promise<T>,
  waiting: Waiting = {},
): Promise<T> {
  const { patience = 10, turn = turns } = waiting;
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  const end = running.now + patience;
  for (await turn(); !settled; await turn()) {
    if (running.now >= end) throw new DriverError(`the emulated board has not answered within ${patience} s`);
    running.runUntil(running.now + SLICE);
  }
  return promise;
}
