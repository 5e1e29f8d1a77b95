/** How many frames of either way were damaged: counted at both ends, and asked of the board while it drives. */
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';

/** By then an answer has come, or is lost. */
const ANSWERED_WITHIN: Seconds = 0.1;
/** Asked twice a second, since a second is judged; where the answer is lost, again and again until the next time. */
const TIMES = 5;

export interface LinkEnds {
  /** Damaged frames that the host has counted. */
  readonly heardBad: () => number;
  /** Asks the board for its count. */
  readonly ask: () => void;
  readonly tell: (badFrames: number) => void;
}

export class LinkWatch {
  readonly #time: TimeSource;
  readonly #ends: LinkEnds;
  #board = 0;
  /** Told since it was time to ask. */
  #told = true;
  #cancel: (() => void) | undefined;

  constructor(time: TimeSource, ends: LinkEnds) {
    this.#time = time;
    this.#ends = ends;
  }

  start(): void {
    if (this.#cancel) return;
    this.#told = true;
    this.#next(1);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** What the board has counted since its boot. */
  hear(badFrames: number): void {
    this.#board = badFrames;
    this.#tell();
  }

  #next(time: number): void {
    this.#cancel = this.#time.after(ANSWERED_WITHIN, () => {
      this.#next((time + 1) % TIMES);
      if (time === 0) {
        // Where no answer comes through, the host's count alone must tell.
        if (!this.#told) this.#tell();
        this.#told = false;
      }
      if (!this.#told) this.#ends.ask();
    });
  }

  #tell(): void {
    this.#told = true;
    this.#ends.tell(this.#ends.heardBad() + this.#board);
  }
}
