/**
 * How much the compressed chunks of a file may unpack to: some kilobytes of hostile chunks could fill the memory. The
 * limits grow with the file, so that a recording of any length can be read.
 *
 * Measured on recordings of ours: a driving robot's chunks unpack to 5 to 12 times their size, those of a robot that
 * stands for 300 s to 38 times, those of 30 robots that stand to 79 times (34 times the file). A record takes 600 bytes
 * and more unpacked, and at least 15 packed, behind which the index of its chunk has another 16.
 */

/** Over three times the most that was measured. */
const MAX_RATIO = 250;
/** A file may hold one record for so many of its bytes: a quarter of the least that was measured. */
const BYTES_PER_RECORD = 4;
/** What every file may have: a small one is no danger. */
const FREE_BYTES = 1 << 26;
const FREE_RECORDS = 1 << 16;
const FREE_NAME_BYTES = 1 << 23;
/** Each message takes 32 bytes of memory. These are two days of one robot at 50 Hz. */
const MAX_RECORDS = 1 << 25;

export class UnpackingBudget {
  #bytes: number;
  #records: number;
  #nameBytes: number;

  /** @param size of the file [bytes] */
  constructor(size: number) {
    this.#bytes = FREE_BYTES + MAX_RATIO * size;
    this.#records = Math.min(MAX_RECORDS, FREE_RECORDS + Math.floor(size / BYTES_PER_RECORD));
    this.#nameBytes = FREE_NAME_BYTES + size;
  }

  /** Before a chunk is unpacked. @param size as it declares it @throws UnpacksTooFar */
  unpack(size: number): void {
    this.#bytes -= size;
    if (this.#bytes < 0) throw new UnpacksTooFar('its chunks unpack to far more than a drive fills');
  }

  /** Before any of a chunk's records is read. @throws UnpacksTooFar */
  records(count: number): void {
    this.#records -= count;
    if (this.#records < 0)
      throw new UnpacksTooFar('its chunks hold far more messages than a drive of that size');
  }

  /** Before a channel or the metadata is read: every word of them is kept. @throws UnpacksTooFar */
  names(bytes: number): void {
    this.#nameBytes -= bytes;
    if (this.#nameBytes < 0) throw new UnpacksTooFar('its channels take far more than those of a drive');
  }
}

/** A chunk unpacks to more than a recording of this size can hold: no drive has written the file. */
export class UnpacksTooFar extends Error {
  override readonly name = 'UnpacksTooFar';
}
