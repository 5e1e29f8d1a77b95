/**
 * Turns a sonar on a servo from direction to direction. Its board pings all the time; the first ping after the servo stands
 * still is the look to that direction, and all others are dropped.
 *
 * Guards people: what is taken for another direction hides a thing. Firmata's write of a servo has no checksum, and a stop
 * ends its pulses, perhaps on the way. So the board is asked for the pin's state before the servo's time to turn and after
 * it, and only if the pulse stood both times has the servo arrived.
 */

import type { TimeSource } from '../../math/time.js';
import type { Radians, Seconds } from '../../math/units.js';
import { lookOrder, MAX_ANGLE, moveTime } from '../../robot/sweep.js';
import type { Measured, PingResult, SonarInput, SweptLook } from '../../signals/boardInput.js';
import type { FirmataLink } from '../firmata/firmataLink.js';
import { pinNumber } from '../motors/motorWiring.js';
import { PIN_STATE_QUERY } from './commandWindow.js';

/** What hears the echoes of a sonar. */
export interface Listener {
  /** @param pingedAt the time of the ping @returns undefined for a ping that does not count */
  read(result: PingResult, pingedAt: Seconds): Measured | undefined;
}

/** Without an answer it is told, or asked, again. */
const REPEAT_PERIOD: Seconds = 0.15;
/** Wherever it stands at first. */
const FIRST_TURN: Radians = 2 * MAX_ANGLE;

/** `told` and `asked` wait for the board's answer; `arrived` waits for a ping. */
type Phase = 'told' | 'turning' | 'asked' | 'arrived';

export class SonarSweep implements Listener {
  readonly #link: FirmataLink;
  readonly #time: TimeSource;
  readonly #pin: number;
  readonly #step: Radians;
  /** A whole cycle, in its order. */
  readonly #looks: readonly SweptLook[];
  #next = 0;
  #turn = FIRST_TURN;
  #phase: Phase = 'told';
  #arrivedAt: Seconds = Number.POSITIVE_INFINITY;
  #cancel = () => {};

  constructor(link: FirmataLink, time: TimeSource, { servo, step, looks }: NonNullable<SonarInput['sweep']>) {
    const { io } = link;
    this.#link = link;
    this.#time = time;
    this.#pin = pinNumber(servo, io.analogPins);
    this.#step = step;
    this.#looks = lookOrder(looks.length).map((place) => looks[place] as SweptLook);
    io.pinMode(this.#pin, io.MODES.SERVO);
    io.on(`pin-state-${this.#pin}`, () => this.#hear());
    link.listen({ lost: () => this.#cancel(), closed: () => this.#cancel() });
    this.#tell();
  }

  read(result: PingResult, pingedAt: Seconds): Measured | undefined {
    if (this.#phase !== 'arrived' || pingedAt < this.#arrivedAt) return undefined;
    const { read } = this.#look;
    this.#next = (this.#next + 1) % this.#looks.length;
    this.#turn = this.#step;
    this.#tell();
    return read(result);
  }

  get #look(): SweptLook {
    return this.#looks[this.#next] as SweptLook;
  }

  get #pulseUs(): number {
    return Math.round(this.#look.pulse * 1e6);
  }

  #tell(): void {
    this.#phase = 'told';
    this.#link.io.servoWrite(this.#pin, this.#pulseUs);
    this.#ask();
  }

  #ask(): void {
    this.#link.io.sysexCommand([PIN_STATE_QUERY, this.#pin]);
    this.#after(REPEAT_PERIOD, () => this.#tell());
  }

  #hear(): void {
    const { state } = this.#link.io.pins[this.#pin] ?? {};
    if (state !== this.#pulseUs) return;
    if (this.#phase === 'told') {
      this.#phase = 'turning';
      this.#after(moveTime(this.#turn), () => {
        this.#phase = 'asked';
        this.#ask();
      });
    } else if (this.#phase === 'asked') {
      this.#cancel();
      this.#phase = 'arrived';
      this.#arrivedAt = this.#time.now();
    }
  }

  #after(delay: Seconds, act: () => void): void {
    this.#cancel();
    this.#cancel = this.#time.after(delay, act);
  }
}
