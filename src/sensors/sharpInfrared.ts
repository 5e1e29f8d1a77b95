/**
 * Sharp's infrared range sensors, which triangulate: the voltage falls with the distance, about as 1/d.
 *
 * The curves are the ones johnny-five fits to the data sheets' figures, in counts n of a 10-bit converter at 5 V:
 * GP2Y0A21 d = 12343.85·n^−1.15 cm, GP2Y0A41 d = 2076/(n − 11) cm; to a tenth of a volt or so.
 *
 * Below its nearest distance the voltage rises on to a peak, at 7 cm of the GP2Y0A21 and 3.5 cm of the GP2Y0A41, and
 * then falls again: the fold of the data sheets' figures. Around the peak, from 10 down to 5.1 cm and from 4 to 3.1 cm,
 * a thing is told as at the nearest distance. Nearer still it looks as far away as one in the range, the farther the
 * nearer it comes, and no reading tells the two apart: what is told at 10 to 80 cm may be at 5.1 to 0.8 cm, and at
 * 4 to 30 cm at 3.1 to 0.5 cm. Guards people: mount it so far behind the rim that nothing comes nearer than its
 * nearest distance.
 */

import { cm, type Meters } from '../math/units.js';
import { VOLTS_PER_COUNT } from '../signals/boardInput.js';
import type { RangeCurve } from './rangeCurve.js';

/** From the peak of its voltage inwards it falls about straight to nothing. */
const folded = (counts: RangeCurve['counts'], peak: Meters) => (distance: Meters) =>
  distance >= peak ? counts(distance) : (counts(peak) * Math.max(0, distance)) / peak;

/** 0.15 V: a working one that sees nothing puts out more. */
const LEAST = 0.15 / VOLTS_PER_COUNT;

const countsOfA21 = (distance: Meters): number => (123.4385 / distance) ** (1 / 1.15);

export const GP2Y0A21: RangeCurve = {
  counts: countsOfA21,
  distance: (counts) => cm(12343.85 * counts ** -1.15),
  nearest: cm(10),
  farthest: cm(80),
  nothing: 50,
  tooNear: folded(countsOfA21, cm(7)),
  least: LEAST,
};

const countsOfA41 = (distance: Meters): number => 20.76 / distance + 11;

export const GP2Y0A41: RangeCurve = {
  counts: countsOfA41,
  distance: (counts) => (counts > 11 ? cm(2076 / (counts - 11)) : Number.POSITIVE_INFINITY),
  nearest: cm(4),
  farthest: cm(30),
  nothing: 50,
  tooNear: folded(countsOfA41, cm(3.5)),
  least: LEAST,
};
