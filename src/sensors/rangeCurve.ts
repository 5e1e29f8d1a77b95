/**
 * Analog range sensors: converts voltages to distances by the sensor's curve, where the curve holds or a thing is only
 * too near.
 */
import { cm, type Meters, type Volts } from '../math/units.js';
import { VOLTS_PER_COUNT } from '../signals/boardInput.js';

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
  range: Meters = Number.POSITIVE_INFINITY,
): { readonly distances: readonly [Meters | null]; readonly raw: number } {
  const raw = countFromVolts(volts);
  const distance = rangeFromVolts(curve, voltsFromCount(raw));
  return { distances: [distance !== null && distance > range ? null : distance], raw };
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
const folded = (counts: RangeCurve['counts'], peak: Meters) => (distance: Meters) =>
  distance >= peak ? counts(distance) : (counts(peak) * Math.max(0, distance)) / peak;

/** 0.15 V: a working sensor gives more, even with nothing in sight. */
const SHARP_MIN_COUNT = 0.15 / VOLTS_PER_COUNT;

const countsOfA21 = (distance: Meters): number => (123.4385 / distance) ** (1 / 1.15);

/**
 * Sharp's infrared range sensors, which triangulate: the voltage falls with the distance, about as 1/d.
 *
 * The curves are the ones johnny-five fits to the data sheets' figures, in counts n of a 10-bit converter at 5 V:
 * GP2Y0A21 d = 12343.85·n^−1.15 cm, GP2Y0A41 d = 2076/(n − 11) cm; to a tenth of a volt or so.
 *
 * Below its nearest distance the voltage rises on to a peak, at 7 cm of the GP2Y0A21 and 3.5 cm of the GP2Y0A41, and
 * then falls again: the fold of the data sheets' figures. Around the peak, from 10 down to 5.1 cm and from 4 to 3.1 cm,
 * a thing is reported at the nearest distance. Nearer still it looks as far away as one in the range, the farther the
 * nearer it comes, and no reading tells the two apart: a report of 10 to 80 cm may mean 5.1 to 0.8 cm, and one of 4 to
 * 30 cm may mean 3.1 to 0.5 cm. So mount it so far behind the rim that nothing comes nearer than its nearest distance.
 */
export const GP2Y0A21: RangeCurve = {
  counts: countsOfA21,
  distance: (counts) => cm(12343.85 * counts ** -1.15),
  nearest: cm(10),
  farthest: cm(80),
  nothing: 50,
  tooNear: folded(countsOfA21, cm(7)),
  least: SHARP_MIN_COUNT,
};

const countsOfA41 = (distance: Meters): number => 20.76 / distance + 11;

export const GP2Y0A41: RangeCurve = {
  counts: countsOfA41,
  distance: (counts) => (counts > 11 ? cm(2076 / (counts - 11)) : Number.POSITIVE_INFINITY),
  nearest: cm(4),
  farthest: cm(30),
  nothing: 50,
  tooNear: folded(countsOfA41, cm(3.5)),
  least: SHARP_MIN_COUNT,
};

const MAXSONAR_METERS_PER_COUNT: Meters = 0.0127;
const MAXSONAR_NEAREST: Meters = cm(15);

/**
 * MaxBotix' LV-MaxSonar-EZ at its analog pin: supply/512 per inch, so half an inch per count. It reports things nearer
 * than 6 inches at 6 inches: too near never counts as free.
 */
export const MAXSONAR: RangeCurve = {
  counts: (distance) => distance / MAXSONAR_METERS_PER_COUNT,
  distance: (counts) => counts * MAXSONAR_METERS_PER_COUNT,
  nearest: MAXSONAR_NEAREST,
  farthest: 6.45,
  nothing: 512,
  tooNear: () => MAXSONAR_NEAREST / MAXSONAR_METERS_PER_COUNT,
  least: 1,
};
