/** MaxBotix' LV-MaxSonar-EZ at its analog pin: supply/512 an inch, so half an inch a count. */
import { cm, type Meters } from '../math/units.js';
import type { RangeCurve } from './rangeCurve.js';

const PER_COUNT: Meters = 0.0127;
const NEAREST: Meters = cm(15);

/** What is nearer than 6 inches it tells as 6 inches: too near is never taken for free. */
export const MAXSONAR: RangeCurve = {
  counts: (distance) => distance / PER_COUNT,
  distance: (counts) => counts * PER_COUNT,
  nearest: NEAREST,
  farthest: 6.45,
  nothing: 512,
  tooNear: () => NEAREST / PER_COUNT,
  least: 1,
};
