/**
 * Sharp's infrared range sensors, which triangulate: the voltage falls with the distance, about as 1/d.
 *
 * The curves are the ones johnny-five fits to the data sheets' figures, in counts n of a 10-bit converter at 5 V:
 * GP2Y0A21 d = 12343.85·n^−1.15 cm, GP2Y0A41 d = 2076/(n − 11) cm; to a tenth of a volt or so.
 *
 * Below its nearest distance the voltage rises on to a peak and then falls again, so that a thing in front of the
 * lens looks as far away as one in the middle of the range: the fold of the data sheets' figures. No reading tells the
 * two apart. Guards people: mount it so far behind the rim that nothing comes nearer than its nearest distance.
 */
import { cm, type Meters } from '../units.js';
import type { RangeCurve } from './rangeCurve.js';

/** From the peak of its voltage inwards it falls about straight to nothing. */
const folded = (counts: RangeCurve['counts'], peak: Meters) => (distance: Meters) =>
  distance >= peak ? counts(distance) : (counts(peak) * Math.max(0, distance)) / peak;

const countsOfA21 = (distance: Meters): number => (123.4385 / distance) ** (1 / 1.15);

export const GP2Y0A21: RangeCurve = {
  counts: countsOfA21,
  distance: (counts) => cm(12343.85 * counts ** -1.15),
  nearest: cm(10),
  farthest: cm(80),
  nothing: 50,
  tooNear: folded(countsOfA21, cm(7)),
};

const countsOfA41 = (distance: Meters): number => 20.76 / distance + 11;

export const GP2Y0A41: RangeCurve = {
  counts: countsOfA41,
  distance: (counts) => (counts > 11 ? cm(2076 / (counts - 11)) : Number.POSITIVE_INFINITY),
  nearest: cm(4),
  farthest: cm(30),
  nothing: 50,
  tooNear: folded(countsOfA41, cm(3.5)),
};
