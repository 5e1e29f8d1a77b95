/** The time of an emulated board, for whoever waits for it: time-outs happen while the board runs. */
import type { TimeSource } from '../../src/math/time.js';
import type { Seconds } from '../../src/math/units.js';
import type { AvrBoard } from './board.js';
import { toCycles } from './cycles.js';

export class VirtualTime implements TimeSource {
  readonly #board: AvrBoard;

  constructor(board: AvrBoard) {
    this.#board = board;
  }

  now(): Seconds {
    return this.#board.now;
  }

  after(delay: Seconds, callback: () => void): () => void {
    return this.#board.agenda.at(this.#board.cycles + toCycles(delay), callback);
  }
}
