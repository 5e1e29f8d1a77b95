/**
 * Range sensors that answer with a voltage: from a sensor's curve to distances, gated to where the curve holds or only
 * too near is meant.
 */

import type { Meters, Volts } from '../math/units.js';
import { VOLTS_PER_COUNT } from '../signals/boardInput.js';

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
  /** Fewer counts than this no working sensor gives. */
  readonly least: number;
}

/** Rounding and noise of the converter: a thing at the end of the range is still seen there. */
const COUNTS_BEYOND = 2;
/** The converter's highest count: a wire at the supply. */
const HIGHEST = 1023;

/** The count that a converter makes of a voltage. */
export const countFromVolts = (volts: Volts): number =>
  Math.min(HIGHEST, Math.max(0, Math.floor(volts / VOLTS_PER_COUNT)));

/** A count stands for all voltages up to the next: the one in their middle. */
export const voltsFromCount = (count: number): Volts => (count + 0.5) * VOLTS_PER_COUNT;

/** What the sensor puts out; `null` is nothing in sight. */
export function voltsFromRange(curve: RangeCurve, distance: Meters | null): Volts {
  if (distance === null) return VOLTS_PER_COUNT * curve.nothing;
  return VOLTS_PER_COUNT * (distance < curve.nearest ? curve.tooNear(distance) : curve.counts(distance));
}

/** A reading's part that a voltage says: the count, and a distance that is NaN where no working sensor puts that out. */
export function rangeReadingFrom(
  curve: RangeCurve,
  volts: Volts,
  range: Meters = Number.POSITIVE_INFINITY,
): { readonly distances: readonly [Meters | null]; readonly raw: number } {
  const raw = countFromVolts(volts);
  const distance = rangeFromVolts(curve, voltsFromCount(raw));
  return { distances: [distance !== null && distance > range ? null : distance], raw };
}

/**
 * How far away the thing is; `null` outside of the sensor's range, where the curve means nothing. Guards people: NaN,
 * which is never free, where no working sensor puts out such a voltage: a broken wire, or one at the supply.
 *
 * Guards people: where the voltage falls with the distance, more than that of the nearest is of a thing that is nearer
 * still. It is told as the nearest, so that it is no free way, and keeps what was seen before it came so near.
 */
export function rangeFromVolts(
  { counts, distance, nearest, farthest, least }: RangeCurve,
  volts: Volts,
): Meters | null {
  const n = volts / VOLTS_PER_COUNT;
  if (!(n >= least && n < HIGHEST)) return Number.NaN;
  const [near, far] = [counts(nearest), counts(farthest)];
  const most = near > far ? Number.MAX_VALUE : far + COUNTS_BEYOND;
  if (!(n >= Math.min(near, far) - COUNTS_BEYOND && n <= most)) return null;
  return Math.min(farthest, Math.max(nearest, distance(n)));
}
