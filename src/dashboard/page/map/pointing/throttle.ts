/** Passes on the newest value at most once per period, and always the last one. */
export class Throttle<T> {
  readonly #periodMs: number;
  readonly #emit: (value: T) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: { readonly value: T } | undefined;

  /** @param periodMs between two values */
  constructor(periodMs: number, emit: (value: T) => void) {
    this.#periodMs = periodMs;
    this.#emit = emit;
  }

  /** Passes the value on at once if the period is over, else when it is. */
  offer(value: T): void {
    if (this.#timer !== undefined) this.#waiting = { value };
    else this.#emitNow(value);
  }

  /** Passes on a waiting value now. */
  flush(): void {
    const waiting = this.#waiting;
    this.cancel();
    if (waiting) this.#emit(waiting.value);
  }

  /** Drops a waiting value. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }

  #emitNow(value: T): void {
    this.#waiting = undefined;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#waiting) this.#emitNow(this.#waiting.value);
    }, this.#periodMs);
    this.#emit(value);
  }
}
