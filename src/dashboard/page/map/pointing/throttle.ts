/** Says the newest value at most so often, and the last one always. */
export class Throttle<T> {
  readonly #every: number;
  readonly #say: (value: T) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: { readonly value: T } | undefined;

  /** @param every milliseconds between two values */
  constructor(every: number, say: (value: T) => void) {
    this.#every = every;
    this.#say = say;
  }

  /** At once if the last one is long past, else when it is. */
  offer(value: T): void {
    if (this.#timer !== undefined) this.#waiting = { value };
    else this.#tell(value);
  }

  /** What waits is said now. */
  flush(): void {
    const waiting = this.#waiting;
    this.cancel();
    if (waiting) this.#say(waiting.value);
  }

  /** What waits is never said. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }

  #tell(value: T): void {
    this.#waiting = undefined;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#waiting) this.#tell(this.#waiting.value);
    }, this.#every);
    this.#say(value);
  }
}
