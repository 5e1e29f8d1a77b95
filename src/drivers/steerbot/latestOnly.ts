/** Commands are coalesced, never queued: a slow line must not drive a robot by what was right a second ago. */

/** Sends one value at a time; of those that come while it is on its way only the newest waits. */
export class LatestOnly<T> {
  readonly #send: (value: T, taken: () => void) => void;
  #waiting: T | undefined;
  #busy = false;

  /** @param send must call `taken` when the line is free for the next, perhaps at once */
  constructor(send: (value: T, taken: () => void) => void) {
    this.#send = send;
  }

  offer(value: T): void {
    if (this.#busy) this.#waiting = value;
    else this.#start(value);
  }

  /** Whatever waits is not sent. */
  drop(): void {
    this.#waiting = undefined;
  }

  #start(value: T): void {
    this.#busy = true;
    this.#send(value, () => {
      this.#busy = false;
      const next = this.#waiting;
      this.#waiting = undefined;
      if (next !== undefined) this.#start(next);
    });
  }
}
