/** What faults do to the wheels: to the speed a command becomes, to the way over ground, and to what encoders see. */
import type { MetersPerSecond, Seconds } from '../../src/math/units.js';
import type { Side } from '../scenario/faultSpec.js';
import type { Strike, Strikes } from './strikes.js';

/** Of both wheels. */
export type OfWheels<T = number> = Readonly<Record<Side, T>>;

/** What a wheel may be commanded to. */
export interface Commanded extends OfWheels<MetersPerSecond> {
  /** Each wheel's speed by the duty that was meant for the other. */
  readonly swapped: OfWheels<MetersPerSecond>;
  /** Between arming and cutting the motors. */
  readonly powered: boolean;
}

const other = (side: Side): Side => (side === 'left' ? 'right' : 'left');

export class WheelFaults {
  readonly #strikes: Strikes;
  readonly #countsPerTurn: OfWheels;
  readonly #fullSpeed: OfWheels<MetersPerSecond>;
  /** What the encoders see less what the wheels do [counts]. */
  readonly #beside = { left: 0, right: 0 };
  readonly #jumped = new Set<Strike>();

  constructor(strikes: Strikes, countsPerTurn: OfWheels, fullSpeed: OfWheels<MetersPerSecond>) {
    this.#strikes = strikes;
    this.#countsPerTurn = countsPerTurn;
    this.#fullSpeed = fullSpeed;
  }

  edgeAfter(at: Seconds): Seconds {
    return this.#strikes.edgeAfter(at);
  }

  isBlocked(side: Side, at: Seconds): boolean {
    return this.#strikes.on(side, 'wheelsBlocked', at) !== undefined;
  }

  /** The share of a wheel's rolling that becomes way over ground. */
  grip(side: Side, at: Seconds): number {
    return 1 - (this.#strikes.on(side, 'wheelSlip', at)?.share ?? 0);
  }

  /** The speed that a wheel is driven to. */
  driven(side: Side, commanded: Commanded, at: Seconds): MetersPerSecond {
    const strikes = this.#strikes;
    if (strikes.on(side, 'motorStuckOn', at)) return commanded.powered ? this.#fullSpeed[side] : 0;
    if (strikes.on(side, 'motorDead', at)) return 0;
    const speed = (strikes.isOn('motorsSwapped', at) ? commanded.swapped : commanded)[side];
    return strikes.on(side, 'motorReversed', at) ? -speed : speed;
  }

  /** The wheels have turned by so many counts since a time; nothing began or ended meanwhile. */
  turned(at: Seconds, counts: OfWheels): void {
    this.#jump(at);
    const swapped = this.#strikes.isOn('encodersSwapped', at);
    for (const side of ['left', 'right'] as const) {
      this.#beside[side] += this.#seen(side, swapped ? counts[other(side)] : counts[side], at) - counts[side];
    }
  }

  /** What the encoders see less what the wheels do [counts]. */
  get beside(): OfWheels {
    return this.#beside;
  }

  #seen(side: Side, counts: number, at: Seconds): number {
    if (this.#strikes.on(side, 'encoderStuck', at)) return 0;
    return this.#strikes.on(side, 'encoderReversed', at) ? -counts : counts;
  }

  /** Once each, at its onset. */
  #jump(at: Seconds): void {
    for (const strike of this.#strikes.during('encoderJump', at)) {
      if (this.#jumped.has(strike)) continue;
      this.#jumped.add(strike);
      for (const side of ['left', 'right'] as const) {
        if ((strike.side ?? side) === side) this.#beside[side] += strike.by ?? this.#countsPerTurn[side];
      }
    }
  }
}
