/** What the robot's range sensors hit, as its behaviors see it: points in the world frame, in columns of equal length. */
import type { Meters, Radians, Seconds } from '../math/units.js';

export interface Hits {
  readonly x: readonly Meters[];
  readonly y: readonly Meters[];
  /** When each was last hit. */
  readonly at: readonly Seconds[];
  readonly sure: readonly Sure[];
  /** In which direction a sonar heard each last; null where a ray or a touch showed it. */
  readonly heard: readonly (Radians | null)[];
}

/**
 * 1: something is there, and blocks the way; 0: weak, it may be there, and slows the robot down; 2: it was not seen, but is
 * behind what was: ways lead round it, and the collision monitor does not count it; −1: weak as well, though it once
 * was sure: what was there seems to have moved.
 */
export type Sure = -1 | 0 | 1 | 2;

export const NO_HITS: Hits = { x: [], y: [], at: [], sure: [], heard: [] };
