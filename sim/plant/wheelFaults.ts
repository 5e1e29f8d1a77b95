/** Faults of the wheels: they change driven speed, motion over ground and encoder counts. */
import type { MetersPerSecond, Seconds } from '../../src/math/units.js';
import type { Side } from '../scenario/faultSpec.js';
import type { Strike, Strikes } from './strikes.js';

/** A value for each wheel. */
export type OfWheels<T = number> = Readonly<Record<Side, T>>;

/** The commanded speeds of the wheels. */
export interface Commanded extends OfWheels<MetersPerSecond> {
  /** Each wheel's speed with the other wheel's duty. */
  readonly swapped: OfWheels<MetersPerSecond>;
  /** Whether the motors are armed. */
  readonly powered: boolean;
}

const other = (side: Side): Side => (side === 'left' ? 'right' : 'left');

export class WheelFaults {
  readonly #strikes: Strikes;
  readonly #countsPerTurn: OfWheels;
  readonly #fullSpeed: OfWheels<MetersPerSecond>;
  /** Difference between the encoders' counts and the wheels' [counts]. */
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

  /** The share of a wheel's rolling that moves the robot. */
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

  /** The wheels have turned by `counts` since a time; no fault began or ended in between. */
  turned(at: Seconds, counts: OfWheels): void {
    this.#jump(at);
    const swapped = this.#strikes.isOn('encodersSwapped', at);
    for (const side of ['left', 'right'] as const) {
      this.#beside[side] += this.#seen(side, swapped ? counts[other(side)] : counts[side], at) - counts[side];
    }
  }

  /** Difference between the encoders' counts and the wheels' [counts]. */
  get beside(): OfWheels {
    return this.#beside;
  }

  #seen(side: Side, counts: number, at: Seconds): number {
    if (this.#strikes.on(side, 'encoderStuck', at)) return 0;
    return this.#strikes.on(side, 'encoderReversed', at) ? -counts : counts;
  }

  /** Applies each jump once, at its onset. */
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
