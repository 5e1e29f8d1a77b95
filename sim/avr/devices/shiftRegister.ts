/** The 74HC595, as motor shields have it: eight outputs that three pins of the board set, one bit after the other. */
import type { RegisterMotors } from '../../../src/robot/shields.js';
import type { AvrBoard } from '../board.js';

const BITS = 0xff;

export class ShiftRegister {
  readonly #board: AvrBoard;
  readonly #enable: number;
  #shifted = 0;
  #shown = 0;

  constructor(board: AvrBoard, [clock, enable, data, latch]: RegisterMotors['pins']) {
    this.#board = board;
    this.#enable = enable;
    board.outputs.changes$.subscribe(({ pin, duty }) => {
      const rises = duty === 1;
      if (pin === clock && rises) this.#shifted = ((this.#shifted << 1) | board.outputs.dutyOf(data)) & BITS;
      if (pin === latch && rises) this.#shown = this.#shifted;
    });
  }

  /** Whether an output is high; without its enable pin held low none drives anything. */
  isHigh(bit: number): boolean {
    const { outputs } = this.#board;
    const enabled = outputs.isDriven(this.#enable) && outputs.dutyOf(this.#enable) === 0;
    return enabled && ((this.#shown >> bit) & 1) === 1;
  }
}
