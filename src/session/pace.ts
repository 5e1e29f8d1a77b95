/** How the time of a run follows real time: at a speed, paused, and no further behind than it can make good. */
import type { Seconds } from '../math/units.js';
import { FASTEST_PACE, SLOWEST_PACE } from '../signals/session.js';

/** Real time that a run makes good when it falls behind; what is lost beyond stays lost. */
const MAX_DELAY: Seconds = 0.1;
/** The speed that is reached is measured over so long. */
const MEASURING_TIME: Seconds = 0.5;

/** An instant by both clocks. */
interface Instant {
  readonly wall: Seconds;
  /** Of the run: simulated, or recorded. */
  readonly run: Seconds;
}

interface PaceChange {
  readonly paused?: boolean;
  readonly speed?: number;
}

export const isSpeed = (times: number): boolean => times >= SLOWEST_PACE && times <= FASTEST_PACE;

/** Seconds of the run at a wall time: run₀ + (wall − wall₀)·speed, from the instant of the last change on. */
export class Pace {
  #speed: number;
  #paused: boolean;
  /** Where both clocks were last made to fit. */
  #fit: Instant;
  #measuredFrom: Instant;
  #lost = false;
  #reached: number | undefined;

  constructor(wall: Seconds, { speed = 1, paused = false }: PaceChange = {}) {
    this.#speed = speed;
    this.#paused = paused;
    this.#fit = { wall, run: 0 };
    this.#measuredFrom = this.#fit;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Seconds of the run a second, as asked for. */
  get speed(): number {
    return this.#speed;
  }

  /** What it comes to where that is less; undefined while it keeps up. */
  get reached(): number | undefined {
    return this.#reached;
  }

  /** From this instant on it goes on like this. */
  change(wall: Seconds, run: Seconds, { speed = this.#speed, paused = this.#paused }: PaceChange = {}): void {
    this.#speed = speed;
    this.#paused = paused;
    this.#reached = undefined;
    this.#lost = false;
    this.#fit = { wall, run };
    this.#measuredFrom = this.#fit;
  }

  /** Where the run is by now. */
  at(wall: Seconds): Seconds {
    return this.#paused ? this.#fit.run : this.#fit.run + (wall - this.#fit.wall) * this.#speed;
  }

  /** Up to when it is to be simulated by now; −∞ while it is paused. @param next instant that is not simulated yet */
  due(wall: Seconds, next: Seconds): Seconds {
    if (this.#paused) return Number.NEGATIVE_INFINITY;
    const due = this.at(wall);
    const latest = next + MAX_DELAY * this.#speed;
    if (due <= latest) return due;
    this.#fit = { wall, run: latest };
    this.#lost = true;
    return latest;
  }

  /** It has been simulated that far. */
  measure(wall: Seconds, run: Seconds): void {
    const from = this.#measuredFrom;
    if (wall - from.wall < MEASURING_TIME) return;
    this.#reached = this.#lost ? (run - from.run) / (wall - from.wall) : undefined;
    this.#lost = false;
    this.#measuredFrom = { wall, run };
  }
}
