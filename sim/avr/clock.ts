/** Time as the board counts it, cycles of its 16 MHz crystal, and what happens at which cycle. */
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

/** What happens round the board and when: bytes on the line, edges at pins, time-outs of the host. */
export class EventQueue {
  /** Where the CPU has to stop and let the world round it go on; its loop looks at every instruction. */
  limit: Cycles = 0;
  /** The next one is last; of two at the same cycle, the older. */
  readonly #entries: QueuedEvent[] = [];

  /** Calls back before the first instruction at or after the cycle; the answer cancels it. */
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

  /** The CPU may run until then, or until something is due before. */
  open(end: Cycles): void {
    this.limit = Math.min(end, this.#entries.at(-1)?.due ?? end);
  }

  /** The CPU shall stop after the instruction it is at. */
  interrupt(): void {
    this.limit = 0;
  }

  /** Does what is due by now, in order; also what that adds. */
  catchUp(now: Cycles): void {
    for (let next = this.#entries.at(-1); next && next.due <= now; next = this.#entries.at(-1)) {
      this.#entries.pop();
      next.action();
    }
  }
}
