/** An encoder's two channels: a leads b when the wheel rolls forward, four edges a line. */

import type { Seconds } from '../../src/math/units.js';
import type { AvrBoard } from './board.js';
import { toCycles } from './cycles.js';

export interface EncoderPins {
  readonly a: number;
  readonly b: number;
}

/** Levels of a and b while the count, modulo 4, is this. */
const LEVELS: readonly (readonly [boolean, boolean])[] = [
  [false, false],
  [true, false],
  [true, true],
  [false, true],
];

/** Between two edges of a wheel that jumps: the firmware counts both wheels' at this rate. */
const FASTEST: Seconds = 25e-6;
/** Of a body's steps on an emulated board. */
const LONGEST_STEP: Seconds = 0.001;

export class Quadrature {
  readonly #board: AvrBoard;
  readonly #pins: EncoderPins;
  #position = 0;
  #count = 0;
  #cancel = () => {};

  constructor(board: AvrBoard, pins: EncoderPins) {
    this.#board = board;
    this.#pins = pins;
    this.#show();
  }

  /**
   * Turns on at one speed, from where it is to a position in counts: edge k comes where the position is k.
   *
   * What a movement before has left over comes first, at once.
   */
  turn(position: number, from: Seconds, to: Seconds): void {
    this.#cancel();
    const start = this.#position;
    const timePerCount = position === start ? 0 : (to - from) / (position - start);
    this.#position = position;
    const target = Math.floor(position);
    // A position that jumps: more edges than a board can count follow as fast as it can.
    const jumps = Math.abs(target - this.#count) * FASTEST > 2 * Math.max(to - from, LONGEST_STEP);
    let last = from;
    const next = () => {
      if (this.#count === target) return;
      const forward = target > this.#count;
      // Going back it leaves the count at the count's own position.
      const edge = forward ? this.#count + 1 : this.#count;
      const due = from + Math.max(0, (edge - start) * timePerCount);
      last = jumps ? last + FASTEST : Math.min(due, to);
      this.#cancel = this.#board.agenda.at(toCycles(last), () => {
        this.#count += forward ? 1 : -1;
        this.#show();
        next();
      });
    };
    next();
  }

  #show(): void {
    const [a, b] = LEVELS[((this.#count % 4) + 4) % 4] as readonly [boolean, boolean];
    this.#board.setPin(this.#pins.a, a);
    this.#board.setPin(this.#pins.b, b);
  }
}
