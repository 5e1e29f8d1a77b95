/** Which frames a board still obeys, by their sequence numbers alone. */
import type { Frame } from '../../src/drivers/steerbot/frame.js';

/** A DRIVE counts if it is 1 to 63 after the last one that did, modulo 128: neither a repeated nor an old one does. */
export class DriveWindow {
  #last = 0;

  /** ARM's own number comes first. */
  startAt(sequence: number): void {
    this.#last = sequence;
  }

  accepts({ sequence }: Frame): boolean {
    const ahead = (sequence - this.#last) & 0x7f;
    if (ahead < 1 || ahead > 63) return false;
    this.#last = sequence;
    return true;
  }
}
