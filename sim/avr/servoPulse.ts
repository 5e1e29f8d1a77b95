/** What a servo for continuous rotation makes of the pulses at a pin. */
import { filter } from 'rxjs';
import { dutyOf, type ServoShape } from '../../src/drivers/motors/duties.js';
import type { Duty, Seconds } from '../../src/math/units.js';
import type { AvrBoard } from './board.js';
import { type Cycles, toCycles, toSeconds } from './cycles.js';
import type { PinChange } from './outputs.js';

/** A high time outside of these is no pulse. */
const SHORTEST: Seconds = 500e-6;
const LONGEST: Seconds = 2500e-6;
/** A servo that has seen no pulse for so long turns its motor off. */
const PATIENCE = toCycles(0.05);

export class ServoPulse {
  readonly #board: AvrBoard;
  /** Where it stands still. */
  readonly #servo: ServoShape;
  /** Called when the servo gives up, at no change of the pin. */
  readonly #gaveUp: () => void;
  #duty: Duty = 0;
  #rose: Cycles = Number.NEGATIVE_INFINITY;
  #forget = () => {};

  constructor(board: AvrBoard, pin: number, servo: ServoShape, gaveUp: () => void) {
    this.#board = board;
    this.#servo = servo;
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
    const pulse = toSeconds(at - this.#rose);
    if (!(pulse >= SHORTEST && pulse <= LONGEST)) return;
    this.#duty = dutyOf(pulse, this.#servo);
    this.#forget();
    this.#forget = this.#board.agenda.at(this.#rose + PATIENCE, () => {
      this.#duty = 0;
      this.#gaveUp();
    });
  }
}
