/** A source of time, for code that must not read the machine's clock. */
import type { Seconds } from './units.js';

/** Tests and simulations bring their own. */
export interface TimeSource {
  /** Monotonic [s]; only differences mean anything. */
  now(): Seconds;
  /** Calls back once after `delay` [s]; the answer cancels it. */
  after(delay: Seconds, callback: () => void): () => void;
}
