/** How a run's time follows real time: at a speed or paused, with a limited backlog. */
import type { Seconds } from '../math/units.js';
import { FASTEST_PACE, SLOWEST_PACE } from '../signals/session.js';

/** Largest delay that a run catches up on; more is dropped. */
const MAX_DELAY: Seconds = 0.1;
/** Interval over which the reached speed is measured. */
const MEASURING_TIME: Seconds = 0.5;

/** An instant by both clocks. */
interface Instant {
  readonly wall: Seconds;
  /** Time of the run, simulated or recorded. */
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
  /** The last instant at which both clocks were aligned. */
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

  /** Requested seconds of the run per second. */
  get speed(): number {
    return this.#speed;
  }

  /** The speed that is really reached; undefined while the run keeps up. */
  get reached(): number | undefined {
    return this.#reached;
  }

  /** Changes speed or pause from this instant on. */
  change(wall: Seconds, run: Seconds, { speed = this.#speed, paused = this.#paused }: PaceChange = {}): void {
    this.#speed = speed;
    this.#paused = paused;
    this.#reached = undefined;
    this.#lost = false;
    this.#fit = { wall, run };
    this.#measuredFrom = this.#fit;
  }

  /** Time of the run at a wall time. */
  at(wall: Seconds): Seconds {
    return this.#paused ? this.#fit.run : this.#fit.run + (wall - this.#fit.wall) * this.#speed;
  }

  /** The time up to which to simulate now; −∞ while paused. @param next the next instant to simulate */
  due(wall: Seconds, next: Seconds): Seconds {
    if (this.#paused) return Number.NEGATIVE_INFINITY;
    const due = this.at(wall);
    const latest = next + MAX_DELAY * this.#speed;
    if (due <= latest) return due;
    this.#fit = { wall, run: latest };
    this.#lost = true;
    return latest;
  }

  /** Reports how far the run has been simulated. */
  measure(wall: Seconds, run: Seconds): void {
    const from = this.#measuredFrom;
    if (wall - from.wall < MEASURING_TIME) return;
    this.#reached = this.#lost ? (run - from.run) / (wall - from.wall) : undefined;
    this.#lost = false;
    this.#measuredFrom = { wall, run };
  }
}
