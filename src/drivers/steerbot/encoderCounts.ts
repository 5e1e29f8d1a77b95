/** A counter of the board, which wraps at 28 bits, carried on to the 32 bits of a reading. */
export class EncoderCounts {
  #total = 0;

  /** @param counts signed, of 28 bits; from one call to the next it changes by less than half its range */
  extend(counts: number): number {
    // Shifting up and down again takes the difference modulo 2^28, with its sign.
    const change = ((counts - this.#total) << 4) >> 4;
    this.#total = (this.#total + change) | 0;
    return this.#total;
  }
}
