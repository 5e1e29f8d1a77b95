/** What a continuous rotation servo makes of the pulses at a pin: 1500 µs stand still, ±500 µs are full speed. */
import { filter } from 'rxjs';
import { clamp } from '../../src/geometry.js';
import type { Duty } from '../../src/units.js';
import type { AvrBoard } from './board.js';
import { type Cycles, toCycles, toSeconds } from './cycles.js';
import type { PinChange } from './outputs.js';

const MIDDLE_US = 1500;
const FULL_US = 500;
/** A high time outside of these is no pulse. */
const SHORTEST_US = 500;
const LONGEST_US = 2500;
/** A servo that has seen no pulse for so long turns its motor off. */
const PATIENCE = toCycles(0.05);

export class ServoPulse {
  readonly #board: AvrBoard;
  /** Called when the servo gives up, at no change of the pin. */
  readonly #gaveUp: () => void;
  #duty: Duty = 0;
  #rose: Cycles = Number.NEGATIVE_INFINITY;
  #forget = () => {};

  constructor(board: AvrBoard, pin: number, gaveUp: () => void) {
    this.#board = board;
    this.#gaveUp = gaveUp;
    board.outputs.changes$
      .pipe(filter((change) => change.pin === pin))
      .subscribe((change) => this.#see(change));
  }

  get duty(): Duty {
    return this.#duty;
  }

  #see({ duty, at }: PinChange): void {
    if (duty === 1) {
      this.#rose = at;
      return;
    }
    const pulseUs = toSeconds(at - this.#rose) * 1e6;
    if (!(pulseUs >= SHORTEST_US && pulseUs <= LONGEST_US)) return;
    this.#duty = clamp((pulseUs - MIDDLE_US) / FULL_US, -1, 1);
    this.#forget();
    this.#forget = this.#board.agenda.at(this.#rose + PATIENCE, () => {
      this.#duty = 0;
      this.#gaveUp();
    });
  }
}
