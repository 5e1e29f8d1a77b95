/** Commands that wait are replaced by newer ones: on a slow line a robot must not follow commands that are a second old. */

/** Sends one value at a time; of those that come while it is on its way, only the newest waits. */
export class LatestOnly<T> {
  readonly #send: (value: T, taken: () => void) => void;
  #waiting: T | undefined;
  #busy = false;

  /** @param send must call `taken` when the line is free for the next value, perhaps at once */
  constructor(send: (value: T, taken: () => void) => void) {
    this.#send = send;
  }

  offer(value: T): void {
    if (this.#busy) this.#waiting = value;
    else this.#start(value);
  }

  /** Discards the value that waits. */
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
