/** The time of an emulated board, and waiting in that time: time-outs happen while the board runs. */
import type { TimeSource } from '../../src/math/time.js';
import { ms, type Seconds } from '../../src/math/units.js';
import { DriverError } from '../../src/validation/errors.js';
import type { AvrBoard } from './board.js';
import { toCycles } from './clock.js';

export class VirtualTime implements TimeSource {
  readonly #board: AvrBoard;

  constructor(board: AvrBoard) {
    this.#board = board;
  }

  now(): Seconds {
    return this.#board.now;
  }

  after(delay: Seconds, callback: () => void): () => void {
    return this.#board.events.at(this.#board.cycles + toCycles(delay), callback);
  }
}

const TIME_SLICE: Seconds = ms(1);
/** Chained promises settle within this many turns; longer chains continue after the next slice. */
const PROMISE_TURNS = 32;

/** What runs while waiting: a board, or a whole body with its board. */
interface Emulation {
  readonly now: Seconds;
  runUntil(time: Seconds): void;
}

interface WaitOptions {
  /** Virtual time after which the promise is given up. */
  readonly timeout?: Seconds;
  /** Lets promises settle; default a few turns of promises. */
  readonly nextTurn?: () => Promise<unknown>;
}

async function promiseTurns(): Promise<void> {
  for (let i = 0; i < PROMISE_TURNS; i++) await undefined;
}

/**
 * Lets a board run until a promise has settled, such as that of a driver's handshake.
 *
 * @throws DriverError when the promise has not settled after so much virtual time
 */
export async function untilSettled<T>(
  emulation: Emulation,
  promise: Promise<T>,
  options: WaitOptions = {},
): Promise<T> {
  const { timeout = 10, nextTurn = promiseTurns } = options;
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  const end = emulation.now + timeout;
  for (await nextTurn(); !settled; await nextTurn()) {
    if (emulation.now >= end)
      throw new DriverError(`the emulated board has not answered within ${timeout} s`);
    emulation.runUntil(emulation.now + TIME_SLICE);
  }
  return promise;
}
