/** Times: a source of them, for code that must not read the machine's clock, and how two of them are compared. */
import type { Seconds } from './units.js';

/** Tests and simulations bring their own. */
export interface TimeSource {
  /** Monotonic [s]; only differences mean anything. */
  now(): Seconds;
  /** Calls back once after `delay` [s]; the answer cancels it. */
  after(delay: Seconds, callback: () => void): () => void;
}

/** Rounding of clocks adds up to this. */
export const CLOCK_ROUNDING: Seconds = 1e-9;

/** Whether a time, or a duration, is at least another one, up to the rounding of clocks. */
export const reaches = (time: Seconds, limit: Seconds): boolean => time >= limit - CLOCK_ROUNDING;

/** Whether a time, or a duration, is longer than another one by more than the rounding of clocks. */
export const exceeds = (time: Seconds, limit: Seconds): boolean => time > limit + CLOCK_ROUNDING;
