/** An HC-SR04 on an emulated board: a pulse at its trigger, and it tells an echo by the length of a pulse. */
import { filter } from 'rxjs';
import { SOUND_SPEED } from '../../src/kit/sensors/hcSr04.js';
import type { Meters, Seconds } from '../../src/math/units.js';
import type { AvrBoard } from './board.js';
import { toCycles } from './clock.js';

/** The module sends eight waves first. Measured on modules; a Ping takes 0.75 ms. */
const RISE_DELAY: Seconds = 450e-6;
/** Data sheet: so long is the pulse of a module that hears nothing. */
const NOTHING_HEARD: Seconds = 0.038;
/** Data sheet: the trigger must be high for 10 µs. */
const SHORTEST_TRIGGER: Seconds = 9e-6;

export class EchoModule {
  /** Where the nearest thing is; null: it hears none. */
  distance: Meters | null = null;
  /** Not connected: it answers nothing. */
  missing = false;
  readonly #board: AvrBoard;
  readonly #echo: number;
  #stuck = false;

  readonly #nearest: () => Meters | null;

  /**
   * @param pins numbers of the board; equal for a module with one line
   * @param nearest the distance at a ping, where it is not always `distance`
   */
  constructor(
    board: AvrBoard,
    { trigger, echo }: { readonly trigger: number; readonly echo: number },
    nearest?: () => Meters | null,
  ) {
    this.#board = board;
    this.#nearest = nearest ?? (() => this.distance);
    this.#echo = echo;
    board.setPin(echo, false);
    let rose = Number.NEGATIVE_INFINITY;
    board.outputs.changes$.pipe(filter(({ pin }) => pin === trigger)).subscribe(({ duty, at }) => {
      if (duty > 0) rose = at;
      else if (at - rose >= toCycles(SHORTEST_TRIGGER)) this.#ping();
    });
  }

  /** Holds its echo line high from now on, whatever it is asked. */
  holdHigh(): void {
    this.#stuck = true;
    this.#board.setPin(this.#echo, true);
  }

  #ping(): void {
    if (this.missing || this.#stuck) return;
    const { events, cycles } = this.#board;
    const distance = this.#nearest();
    const pulse = distance === null ? NOTHING_HEARD : (2 * distance) / SOUND_SPEED;
    const rises = cycles + toCycles(RISE_DELAY);
    events.at(rises, () => this.#board.setPin(this.#echo, true));
    events.at(rises + toCycles(pulse), () => this.#board.setPin(this.#echo, this.#stuck));
  }
}
