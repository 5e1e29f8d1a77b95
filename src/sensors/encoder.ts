/** From an encoder's counter to the way a wheel's rim went. */
import type { Meters } from '../math/units.js';

/** Way of the rim per count: π·diameter / counts per revolution. */
export const metersPerCount = (diameter: Meters, countsPerRevolution: number): Meters =>
  (Math.PI * diameter) / countsPerRevolution;

/** Counts between two readings of an int32 counter: `| 0` makes a wrap-around a small step again. */
export const countsBetween = (before: number, after: number): number => (after - before) | 0;
