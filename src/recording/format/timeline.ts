/** The recording's own time: it never goes back, although a run's time does when the run restarts. */
import type { Time } from '@foxglove/schemas';
import type { Seconds } from '../../math/units.js';

/** Frames and inputs of the same instant arrive in any order, within this time. */
const INSTANT_TOLERANCE: Seconds = 0.5;

export class Timeline {
  #offset: Seconds = 0;
  /** Run times of the newest message, and of the newest frame. */
  #last: Seconds | null = null;
  #frame: Seconds | null = null;

  /** Time of the newest message. */
  get now(): Seconds {
    return (this.#last ?? 0) + this.#offset;
  }

  /** Recording time of a frame. Frames are in order: one that goes back restarts the run. */
  ofFrame(at: Seconds): Seconds {
    if (!Number.isFinite(at)) return this.now;
    if (this.#frame !== null && at < this.#frame) this.#beginAgain(at);
    const time = this.ofInputs(at);
    this.#frame = at;
    return time;
  }

  ofInputs(at: Seconds): Seconds {
    if (!Number.isFinite(at)) return this.now;
    if (this.#last !== null && this.#last - at > INSTANT_TOLERANCE) this.#beginAgain(at);
    this.#last = Math.max(at, this.#last ?? at);
    return at + this.#offset;
  }

  #beginAgain(at: Seconds): void {
    this.#offset = this.now - at;
    this.#last = at;
    this.#frame = null;
  }
}

const NANOSECONDS_PER_SECOND = 1_000_000_000n;

/** MCAP time: nanoseconds since 1970. */
export const logTime = (epoch: bigint, time: Seconds): bigint => epoch + BigInt(Math.round(time * 1e9));

export function foxgloveTime(epoch: bigint, time: Seconds): Time {
  const nanoseconds = logTime(epoch, time);
  return {
    sec: Number(nanoseconds / NANOSECONDS_PER_SECOND),
    nsec: Number(nanoseconds % NANOSECONDS_PER_SECOND),
  };
}

export const secondsSince = (epoch: bigint, logged: bigint): Seconds => Number(logged - epoch) / 1e9;
