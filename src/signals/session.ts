/**
 * A run that people may look at and have a say in: simulated, real, or recorded. Whoever serves a page, or is one,
 * needs to know no more of it.
 */
import type { Operation, View } from './view.js';

export interface Session {
  /** Shows the scene at once, and from then on what changes. To be called once. */
  start(show: (view: View) => void): void;
  /** Never throws: what cannot be done is told in the next frame. */
  operate(operation: Operation): void;
  /** Nothing is shown from then on, and nothing more is simulated or played. */
  close(): void;
}

/** How many simulated or recorded seconds a second may be asked for. */
export const SLOWEST_PACE = 0.01;
export const FASTEST_PACE = 1000;
