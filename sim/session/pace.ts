/** How simulated time follows real time: at a speed, paused, and no further behind than it can make good. */
import type { Seconds } from '../../src/math/units.js';

export const SLOWEST = 0.1;
export const FASTEST = 100;

/** So much is made up for; what is lost beyond stays lost. */
const LATE: Seconds = 0.1;
/** The speed that is reached is measured over so long. */
const MEASURED: Seconds = 0.5;

interface Moment {
  readonly wall: Seconds;
  readonly simulated: Seconds;
}

export class Pace {
  #speed: number;
  #paused: boolean;
  /** Real and simulated time, where they were last made to fit. */
  #fit: Moment;
  #measuredFrom: Moment;
  #lost = false;
  #reached: number | undefined;

  constructor(speed: number, paused: boolean, wall: Seconds) {
    this.#speed = speed;
    this.#paused = paused;
    this.#fit = { wall, simulated: 0 };
    this.#measuredFrom = this.#fit;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Simulated seconds a second, as asked for. */
  get speed(): number {
    return this.#speed;
  }

  /** What it comes to where that is less; undefined while it keeps up. */
  get reached(): number | undefined {
    return this.#reached;
  }

  /** From here on it goes on like this. */
  change(
    wall: Seconds,
    simulated: Seconds,
    { speed = this.#speed, paused = this.#paused }: { readonly speed?: number; readonly paused?: boolean },
  ): void {
    this.#speed = speed;
    this.#paused = paused;
    this.#reached = undefined;
    this.#lost = false;
    this.#fit = { wall, simulated };
    this.#measuredFrom = this.#fit;
  }

  /** Up to when it is to be simulated by now. @param next instant that is not simulated yet */
  due(wall: Seconds, next: Seconds): Seconds {
    if (this.#paused) return Number.NEGATIVE_INFINITY;
    const due = this.#fit.simulated + (wall - this.#fit.wall) * this.#speed;
    const most = next + LATE * this.#speed;
    if (due <= most) return due;
    this.#fit = { wall, simulated: most };
    this.#lost = true;
    return most;
  }

  /** It has been simulated that far. */
  measure(wall: Seconds, simulated: Seconds): void {
    const from = this.#measuredFrom;
    if (wall - from.wall < MEASURED) return;
    this.#reached = this.#lost ? (simulated - from.simulated) / (wall - from.wall) : undefined;
    this.#lost = false;
    this.#measuredFrom = { wall, simulated };
  }
}
