/** The recording's own time: it never goes back, though a run's time does when the run begins again. */
import type { Time } from '@foxglove/schemas';
import type { Seconds } from '../../units.js';

/** Inputs of one instant may come after its frame, and those of several robots in any order. */
const SAME_INSTANT: Seconds = 0.5;

export class Timeline {
  #offset: Seconds = 0;
  /** Of the run. */
  #last: Seconds | null = null;

  /** Of the newest message. */
  get now(): Seconds {
    return (this.#last ?? 0) + this.#offset;
  }

  /** When a frame is; frames are in order. */
  ofFrame(at: Seconds): Seconds {
    return this.#reach(at, 0);
  }

  ofInputs(at: Seconds): Seconds {
    return this.#reach(at, SAME_INSTANT);
  }

  #reach(at: Seconds, tolerance: Seconds): Seconds {
    if (!Number.isFinite(at)) return this.now;
    const back = this.#last === null ? 0 : this.#last - at;
    if (back <= 0 || back > tolerance) {
      if (back > tolerance) this.#offset += back;
      this.#last = at;
    }
    return at + this.#offset;
  }
}

const NANOSECONDS = 1_000_000_000n;

/** As MCAP counts: nanoseconds since 1970. */
export const logTime = (epoch: bigint, time: Seconds): bigint => epoch + BigInt(Math.round(time * 1e9));

export function foxgloveTime(epoch: bigint, time: Seconds): Time {
  const nanoseconds = logTime(epoch, time);
  return { sec: Number(nanoseconds / NANOSECONDS), nsec: Number(nanoseconds % NANOSECONDS) };
}

export const secondsSince = (epoch: bigint, logged: bigint): Seconds => Number(logged - epoch) / 1e9;
