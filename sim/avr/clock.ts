/** The board's time in cycles of its 16 MHz crystal, and a queue of events by cycle. */
import type { Hertz, Seconds } from '../../src/math/units.js';

export const CLOCK_FREQUENCY: Hertz = 16_000_000;

/** A cycle of the board's clock, from power-on. */
export type Cycles = number;

export const toCycles = (time: Seconds): Cycles => Math.round(time * CLOCK_FREQUENCY);
export const toSeconds = (cycles: Cycles): Seconds => cycles / CLOCK_FREQUENCY;

interface QueuedEvent {
  readonly due: Cycles;
  readonly action: () => void;
}

/** Events round the board by cycle: bytes on the line, edges at pins, time-outs of the host. */
export class EventQueue {
  /** The cycle at which the CPU stops for the next event; its loop checks it at every instruction. */
  limit: Cycles = 0;
  /** Sorted so that the next event is last; of two at the same cycle the older is next. */
  readonly #entries: QueuedEvent[] = [];

  /** Calls `action` before the first instruction at or after the cycle. @returns cancels it */
  at(due: Cycles, action: () => void): () => void {
    const entry = { due, action };
    const entries = this.#entries;
    let i = entries.length;
    while (i > 0 && (entries[i - 1] as QueuedEvent).due <= due) i -= 1;
    entries.splice(i, 0, entry);
    if (due < this.limit) this.limit = due;
    return () => {
      const found = entries.indexOf(entry);
      if (found >= 0) entries.splice(found, 1);
    };
  }

  /** Lets the CPU run until `end`, or until an earlier event. */
  open(end: Cycles): void {
    this.limit = Math.min(end, this.#entries.at(-1)?.due ?? end);
  }

  /** Stops the CPU after the present instruction. */
  interrupt(): void {
    this.limit = 0;
  }

  /** Runs all events due by now in order, including those that they add. */
  catchUp(now: Cycles): void {
    for (let next = this.#entries.at(-1); next && next.due <= now; next = this.#entries.at(-1)) {
      this.#entries.pop();
      next.action();
    }
  }
}
