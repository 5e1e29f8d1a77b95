/** An encoder's two channels: a leads b when the wheel rolls forward, four edges a line. */

import type { Seconds } from '../../src/units.js';
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
    const next = () => {
      if (this.#count === target) return;
      const forward = target > this.#count;
      // Going back it leaves the count at the count's own position.
      const edge = forward ? this.#count + 1 : this.#count;
      const due = from + Math.max(0, (edge - start) * timePerCount);
      this.#cancel = this.#board.agenda.at(toCycles(Math.min(due, to)), () => {
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
