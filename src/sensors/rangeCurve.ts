/**
 * Range sensors that answer with a voltage: from a sensor's curve to distances, gated to where the curve holds or only
 * too near is meant.
 */
import { VOLTS_PER_COUNT } from '../boardInput.js';
import type { Meters, Volts } from '../units.js';

/** A data sheet's curve, in counts of a 10-bit converter at 5 V, not rounded. */
export interface RangeCurve {
  readonly counts: (distance: Meters) => number;
  readonly distance: (counts: number) => Meters;
  readonly nearest: Meters;
  readonly farthest: Meters;
  /** Counts while nothing is in sight. */
  readonly nothing: number;
  /** Counts for a thing that is too near; the curve does not hold there. */
  readonly tooNear: (distance: Meters) => number;
}

/** Rounding of the converter: a thing at the end of the range is still seen there. */
const COUNTS_BEYOND = 1;

/** What the sensor puts out; `null` is nothing in sight. */
export function voltsFromRange(curve: RangeCurve, distance: Meters | null): Volts {
  if (distance === null) return VOLTS_PER_COUNT * curve.nothing;
  return VOLTS_PER_COUNT * (distance < curve.nearest ? curve.tooNear(distance) : curve.counts(distance));
}

/**
 * How far away the thing is; `null` outside of the sensor's range, where the curve means nothing.
 *
 * Guards people: where the voltage falls with the distance, more than that of the nearest is of a thing that is nearer
 * still. It is told as the nearest, so that it is no free way, and keeps what was seen before it came so near.
 */
export function rangeFromVolts(
  { counts, distance, nearest, farthest }: RangeCurve,
  volts: Volts,
): Meters | null {
  const n = volts / VOLTS_PER_COUNT;
  const [near, far] = [counts(nearest), counts(farthest)];
  const most = near > far ? Number.MAX_VALUE : far + COUNTS_BEYOND;
  if (!(n >= Math.min(near, far) - COUNTS_BEYOND && n <= most)) return null;
  return Math.min(farthest, Math.max(nearest, distance(n)));
}

/** What is told of a thing that is nearer than the sensor can tell. */
export const toldOfTooNear = (curve: RangeCurve, distance: Meters): Meters | null =>
  rangeFromVolts(curve, voltsFromRange(curve, distance));
