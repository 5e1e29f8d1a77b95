/** Where time comes from, for whoever must not take it from the machine. */
import type { Seconds } from './units.js';

/** A test, or a simulation, puts its own in. */
export interface TimeSource {
  /** Monotonic [s]; only differences mean anything. */
  now(): Seconds;
  /** Calls back once after `delay` [s]; the answer cancels it. */
  after(delay: Seconds, callback: () => void): () => void;
}
