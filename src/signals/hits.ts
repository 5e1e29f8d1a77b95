/** What the robot's range sensors hit, as its behaviors see it: points in the world frame, in columns of equal length. */
import type { Meters, Seconds } from '../math/units.js';

export interface Hits {
  readonly x: readonly Meters[];
  readonly y: readonly Meters[];
  /** When each was last hit. */
  readonly at: readonly Seconds[];
  /** 1: something is there, and blocks the way; 0: weak, it may be there, and slows the robot down. */
  readonly sure: readonly (0 | 1)[];
}

export const NO_HITS: Hits = { x: [], y: [], at: [], sure: [] };
