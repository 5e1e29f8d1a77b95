/**
 * Analog range sensors: converts voltages to distances by the sensor's curve, where the curve holds or a thing is only
 * too near.
 */
import type { Meters, Volts } from '../math/units.js';
import { VOLTS_PER_COUNT } from './boards.js';

/** A data sheet's curve, in counts of a 10-bit converter at 5 V, not rounded. */
export interface RangeCurve {
  readonly counts: (distance: Meters) => number;
  readonly distance: (counts: number) => Meters;
  readonly nearest: Meters;
  readonly farthest: Meters;
  /** Counts while nothing is in sight. */
  readonly nothing: number;
  /** Counts for a thing nearer than `nearest`, where the curve does not hold. */
  readonly tooNear: (distance: Meters) => number;
  /** A working sensor never gives fewer counts. */
  readonly least: number;
}

/** Tolerance for rounding and noise of the converter: a thing at the end of the range is still seen. */
const COUNTS_BEYOND = 2;
/** The converter's highest count: a wire at the supply. */
const MAX_COUNT = 1023;

/** The converter's count for a voltage. */
const countFromVolts = (volts: Volts): number =>
  Math.min(MAX_COUNT, Math.max(0, Math.floor(volts / VOLTS_PER_COUNT)));

/** The middle of the voltages that a count stands for. */
const voltsFromCount = (count: number): Volts => (count + 0.5) * VOLTS_PER_COUNT;

/** The sensor's output voltage; `null` means nothing in sight. */
export function voltsFromRange(curve: RangeCurve, distance: Meters | null): Volts {
  if (distance === null) return VOLTS_PER_COUNT * curve.nothing;
  return VOLTS_PER_COUNT * (distance < curve.nearest ? curve.tooNear(distance) : curve.counts(distance));
}

/** The count and the distance of a voltage; the distance is NaN if no working sensor gives that voltage. */
export function rangeReadingFrom(
  curve: RangeCurve,
  volts: Volts,
): { readonly distances: readonly [Meters | null]; readonly raw: number } {
  const raw = countFromVolts(volts);
  return { distances: [rangeFromVolts(curve, voltsFromCount(raw))], raw };
}

/**
 * The distance of a thing; `null` outside the sensor's range, where the curve does not hold. NaN, which
 * never counts as free, if no working sensor gives such a voltage: a broken wire, or one at the supply.
 *
 * If the voltage falls with the distance, a voltage above that of the nearest distance comes from a
 * thing that is nearer still. It is reported at the nearest distance, so that the way is not free and the former echo
 * stays.
 */
export function rangeFromVolts(
  { counts, distance, nearest, farthest, least }: RangeCurve,
  volts: Volts,
): Meters | null {
  const n = volts / VOLTS_PER_COUNT;
  if (!(n >= least && n < MAX_COUNT)) return Number.NaN;
  const [near, far] = [counts(nearest), counts(farthest)];
  const most = near > far ? Number.MAX_VALUE : far + COUNTS_BEYOND;
  if (!(n >= Math.min(near, far) - COUNTS_BEYOND && n <= most)) return null;
  return Math.min(farthest, Math.max(nearest, distance(n)));
}

/** Nearer than the voltage's peak the voltage falls approximately linearly to zero. */
export const folded = (counts: RangeCurve['counts'], peak: Meters) => (distance: Meters) =>
  distance >= peak ? counts(distance) : (counts(peak) * Math.max(0, distance)) / peak;

/** 0.15 V: a working sensor gives more, even with nothing in sight. */
export const SHARP_MIN_COUNT = 0.15 / VOLTS_PER_COUNT;
