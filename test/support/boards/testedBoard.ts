/** A board with its firmware in virtual time, on one emulator or another: what the tests of its safety need of either. */
import type { Observable } from 'rxjs';
import type { Seconds } from '../../../src/math/units.js';

/** A byte that the board has sent. */
export interface SentByte {
  readonly at: Seconds;
  readonly byte: number;
}

/** A pin's duty from now on: 0 is low or an input; 1 is high. */
export interface DutyChange {
  readonly at: Seconds;
  readonly pin: number;
  readonly duty: number;
}

/** Edges on two pins in turn, as of a turning encoder; or on one pin, if both are the same. */
export interface EdgeTrain {
  /** The first edge is on the first pin. */
  readonly pins: readonly [number, number];
  /** Edges each second. */
  readonly rate: number;
  readonly count: number;
}

export interface TestedBoard {
  /** Virtual time from power-on. */
  readonly now: Seconds;
  readonly bytes$: Observable<SentByte>;
  readonly changes$: Observable<DutyChange>;
  /** Emits at each reset, whatever its cause. */
  readonly resets$: Observable<Seconds>;

  run(time: Seconds): Promise<void>;
  /** Bytes for the serial line, which carries one after the other. @returns when the last of them arrives */
  send(bytes: readonly number[]): Seconds;
  /** The level that the world gives a pin. */
  setPin(pin: number, level: boolean): void;
  /** Begins now, and goes on in the background. */
  startEdges(train: EdgeTrain): void;
  /** Main code stands still until the next reset. @param interrupts whether they continue */
  hang(interrupts: boolean): void;
  /** As by the reset pin. */
  reset(): void;

  dutyOf(pin: number): number;
  isOutput(pin: number): boolean;
  close(): void;
}

/** When the last of some bytes arrives on a line that carries one after the other at 57 600 baud. */
export class LineTime {
  /** As the chip's divider makes it: ten bits of 34 · 8 cycles. */
  static readonly byte: Seconds = (10 * 34 * 8) / 16e6;
  #free: Seconds = 0;

  after(bytes: number, now: Seconds): Seconds {
    this.#free = Math.max(this.#free, now) + bytes * LineTime.byte;
    return this.#free;
  }
}
