/**
 * How many commands may be on their way to the board. Guards people: a line that carries less than it is given, as a slow
 * radio or bridge does, would gather them, and they would feed the dead-man for as long as a STOP waits behind them.
 *
 * Behind every k-th command the board is asked for the state of a pin, of another one each time, so that an answer tells
 * which of the questions has come, with all commands before it. Beyond that one at most
 *
 *     W = ⌈(r + D/4) / T⌉ + k + 1,   k = max(1, ⌊D/10T⌋)
 *
 * commands are sent, with D the dead-man time, T the period of the commands, and r the shortest time that an answer took:
 * on a line that keeps up, r/T + k + 1 are under way. Where it is late for once, newer commands replace those that wait.
 * Until the first answer of all nothing is known, and nothing is limited.
 */
import { reaches, type TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { FirmataLink } from '../firmata/firmataLink.js';

export interface WindowOptions {
  readonly deadMan: Seconds;
  /** Between two commands. */
  readonly period: Seconds;
  /** Pins that only this window asks about; it would take another's answer for its own. */
  readonly pins: readonly number[];
  readonly ask: (pin: number) => void;
}

interface Question {
  readonly pin: number;
  readonly at: Seconds;
  /** Commands sent before it. */
  readonly sent: number;
}

export class CommandWindow {
  readonly #options: WindowOptions;
  readonly #every: number;
  readonly #questions: Question[] = [];
  #next = 0;
  #askedAt: Seconds = Number.NEGATIVE_INFINITY;
  #shortest: Seconds | undefined;
  #sent = 0;
  #sentWhenAsked = 0;
  /** Of the commands that were sent, these have come. */
  #come = 0;
  #held: (() => void) | undefined;

  constructor(options: WindowOptions) {
    this.#options = options;
    this.#every = Math.max(1, Math.floor(options.deadMan / 10 / options.period));
  }

  get isOpen(): boolean {
    if (this.#shortest === undefined) return true;
    const { deadMan, period } = this.#options;
    const most = Math.ceil((this.#shortest + deadMan / 4) / period) + this.#every + 1;
    return this.#sent - this.#come < most;
  }

  /** Before a command is sent. */
  count(): void {
    this.#sent += 1;
  }

  /** Behind a command, and for each that cannot be sent: asks where it is time. */
  askAt(now: Seconds): void {
    const isDue = this.isOpen
      ? this.#sent - this.#sentWhenAsked >= this.#every
      : reaches(now - this.#askedAt, 2 * this.#every * this.#options.period);
    if (!isDue) return;
    const pin = this.#options.pins[this.#next % this.#options.pins.length];
    if (pin === undefined || this.#questions.some((question) => question.pin === pin)) return;
    this.#next += 1;
    this.#askedAt = now;
    this.#sentWhenAsked = this.#sent;
    this.#questions.push({ pin, at: now, sent: this.#sent });
    this.#options.ask(pin);
  }

  /** Calls back once another command may be sent, perhaps at once. */
  whenOpen(taken: () => void): void {
    if (this.isOpen) taken();
    else this.#held = taken;
  }

  /** The board has answered; questions before this one are answered, or lost. */
  answered(pin: number, now: Seconds): void {
    const index = this.#questions.findIndex((question) => question.pin === pin);
    const question = this.#questions[index];
    if (!question) return;
    this.#questions.splice(0, index + 1);
    this.#come = question.sent;
    this.#shortest = Math.min(this.#shortest ?? Number.POSITIVE_INFINITY, now - question.at);
    if (this.isOpen) this.#release();
  }

  /** After a stop, behind which everything counts anew. */
  clear(): void {
    this.#questions.length = 0;
    this.#come = this.#sent;
    this.#sentWhenAsked = this.#sent - this.#every;
    this.#release();
  }

  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    held?.();
  }
}

/** Firmata's own message, which every board answers. */
export const PIN_STATE_QUERY = 0x6d;
/** Pins that every board has. */
const PIN_COUNT = 14;

export interface LinkWindowOptions extends Pick<WindowOptions, 'deadMan' | 'period'> {
  /** Pins whose answers may be to others. */
  readonly askedByOthers: readonly number[];
}

/** A window that asks by Firmata. */
export function commandWindowOn(
  { io }: FirmataLink,
  time: TimeSource,
  { deadMan, period, askedByOthers }: LinkWindowOptions,
): CommandWindow {
  const all = Array.from({ length: PIN_COUNT }, (_, pin) => pin);
  const pins = all.filter((pin) => !askedByOthers.includes(pin));
  const ask = (pin: number) => io.sysexCommand([PIN_STATE_QUERY, pin]);
  const window = new CommandWindow({ deadMan, period, pins, ask });
  for (const pin of pins) io.on(`pin-state-${pin}`, () => window.answered(pin, time.now()));
  return window;
}

/**
 * Asks the board for the state of a pin. The board works in order, so its answer says that it has done all earlier commands.
 * No other code may ask about this pin.
 *
 * @returns false where the link ends first
 */
export function answered(link: FirmataLink, pin: number): Promise<boolean> {
  return new Promise((done) => {
    link.io.once(`pin-state-${pin}`, () => done(true));
    link.listen({ lost: () => done(false), closed: () => done(false) });
    link.io.sysexCommand([PIN_STATE_QUERY, pin]);
  });
}
