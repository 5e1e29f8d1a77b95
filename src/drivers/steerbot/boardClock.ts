/** The board's counters, which wrap: its clock, converted to the host's time, and its encoders' counts. */

import type { Seconds } from '../../math/units.js';

/** The board counts µs modulo this, 268 s. */
const CLOCK_MODULUS_US = 2 ** 28;

/** Of ODOMETRY: start, command, kind, sequence, 14 bytes, three of checksum, end. */
export const ODOMETRY_BYTES = 22;

/** The shortest time that ODOMETRY takes on the line, at ten bits a byte. */
export const odometryTransit = (baud: number): Seconds => (ODOMETRY_BYTES * 10) / baud;

/** A ceramic resonator is at most 0.5 % off; twice that leaves room, in both directions. */
const MAX_OFFSET_RISE = 0.01;

/**
 * Converts the board's time to the host's: the resonator is half a per cent off, and a USB cable lies between.
 *
 * With b the board's time and a the host's time when a message arrives, a − b is the wanted offset plus the way: a
 * fixed transit, and a delay that is never negative. So the offset is the lower envelope of a − b,
 *
 *     offset ← min(offset + 0.01·Δb, a − b),
 *
 * which falls at once to the quickest message so far and rises by 1 %, so that it follows a board that runs slow. It is
 * never below the true offset; where a message without delay comes every T seconds, it is never above it by more than
 * 0.015·T. So a stamp is late by that at most; it is never in the future and never before the previous one.
 */
export class BoardClock {
  readonly #transit: Seconds;
  /** Unwrapped. */
  #board: Seconds = 0;
  #lastUs: number | undefined;
  #offset = Number.POSITIVE_INFINITY;
  /** Of the last message that carried a time: its stamp, and when it arrived. */
  #lastStamp: Seconds = 0;
  #arrived: Seconds = 0;
  #interval: Seconds = 0;
  #latest: Seconds = Number.NEGATIVE_INFINITY;

  /** @param transit the shortest time from the board's look at its clock to the host */
  constructor(transit: Seconds) {
    this.#transit = transit;
  }

  /** When the board's clock read `boardUs`, as told by a message that arrived at `arrived`. */
  stamp(boardUs: number, arrived: Seconds): Seconds {
    const passed = ((boardUs - (this.#lastUs ?? boardUs) + CLOCK_MODULUS_US) % CLOCK_MODULUS_US) / 1e6;
    this.#lastUs = boardUs;
    this.#board += passed;
    this.#interval = passed;
    this.#arrived = arrived;
    this.#offset = Math.min(this.#offset + MAX_OFFSET_RISE * passed, arrived - this.#board);
    this.#lastStamp = this.#inOrder(this.#board + this.#offset - this.#transit);
    return this.#lastStamp;
  }

  /** For a message without a time: as much after the last stamp as it arrived later, but before the next stamp. */
  between(arrived: Seconds): Seconds {
    if (this.#lastUs === undefined) return this.#inOrder(arrived - this.#transit);
    return this.#inOrder(this.#lastStamp + Math.min(arrived - this.#arrived, this.#interval));
  }

  /**
   * When the board's clock read `boardUs`, by the last stamp: a measurement that is told later than it was made. Before
   * the first stamp it counts as told at once. It may lie before or after the last stamp, but never after `arrived`.
   */
  at(boardUs: number, arrived: Seconds): Seconds {
    if (this.#lastUs === undefined) return arrived - this.#transit;
    const since = (((boardUs - this.#lastUs) << 4) >> 4) / 1e6;
    return Math.min(this.#board + since + this.#offset - this.#transit, arrived);
  }

  #inOrder(stamp: Seconds): Seconds {
    this.#latest = Math.max(this.#latest, stamp);
    return this.#latest;
  }
}

/** Extends a counter of the board, which wraps at 28 bits, to the 32 bits of a reading. */
export class EncoderCounts {
  #total = 0;

  /** @param counts signed, of 28 bits; must change by less than half its range between calls */
  extend(counts: number): number {
    // Shifting up and down again gives the difference modulo 2^28, with its sign.
    const change = ((counts - this.#total) << 4) >> 4;
    this.#total = (this.#total + change) | 0;
    return this.#total;
  }
}
