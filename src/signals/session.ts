/**
 * A run that people may watch and command: simulated, real, or recorded. Page and server know no more of it than this.
 */
import type { Operation, View } from './view.js';

export interface Session {
  /** Shows the scene at once, and then every change. Call it once. */
  start(show: (view: View) => void): void;
  /** Never throws: a refusal is news in the next frame. */
  operate(operation: Operation): void;
  /** Ends showing, simulating and playing. */
  close(): void;
}

/** Limits of the speed, in simulated or recorded seconds per second. */
export const SLOWEST_PACE = 0.01;
export const FASTEST_PACE = 1000;
