/**
 * Corrects the belief by the heading of a compass or an orientation sensor. The sensor's zero is a state of the belief.
 *
 * A reading is z = h − b + v, where h is the true heading, b the true zero, and v the sensor's own error. While the robot
 * stands, b̂ is the mean of (believed heading − z): the zero is as doubtful as the heading then is, with which it shares
 * that doubt, and by σ² more. Averaging does not make it less: disturbances of a compass while the robot drives, such as
 * motor currents, are absent while it stands. Then ν = z + b̂ − ĥ corrects both, and all that they have in common.
 *
 * However many readings come at once, a heading of the variance P does not get better than (1/P + 1/B)⁻¹, with the variance
 * B that the zero then has; and one that has drifted for ever not better than B. While the heading is still sure, readings
 * make the zero surer: a bend that begins with the drive and stays is found. One that goes with the heading is not a zero,
 * and is in v: so σ is to be as large as it.
 *
 * Errors of readings less than T apart are the same: R = σ² max(1, T/dt). So the readings of a time t count like t/T
 * independent ones, at any rate, and a single one never more than its σ².
 */
import { wrapAngle } from '../math/geometry.js';
import type { Radians, Seconds } from '../math/units.js';
import { type Belief, corrected, HEADING, joinedTo, meanOf, stateOf, without } from './belief.js';

/** A sensor's heading, as of the instant of the belief. */
export interface HeadingNews {
  readonly kind: 'heading';
  readonly at: Seconds;
  readonly sensor: string;
  readonly heading: Radians;
  /** R; of a zero that is learned, σ² [rad²]. */
  readonly variance: number;
  /** Its share in the zero's mean, while the robot stands; null once it drives: then it corrects. */
  readonly learns: number | null;
}

const ZERO = 'zero of ';

export function byHeading(belief: Belief, { sensor, heading, variance, learns }: HeadingNews): Belief {
  const error = ZERO + sensor;
  const told = wrapAngle(belief.pose.heading - heading);
  const state = stateOf(belief, error);
  if (state < 0) return joinedTo(belief, error, HEADING, told, variance);
  const known = meanOf(belief, state);
  const off = wrapAngle(known - told);
  if (learns !== null) return joinedTo(belief, error, HEADING, wrapAngle(known - learns * off), variance);
  return corrected(
    belief,
    [
      [HEADING, 1],
      [state, -1],
    ],
    off,
    variance,
  );
}

/** Where a sensor's zero is believed to point; undefined if it is not known. */
export function zeroOf(belief: Belief, sensor: string): Radians | undefined {
  const state = stateOf(belief, ZERO + sensor);
  return state < 0 ? undefined : meanOf(belief, state);
}

/** The sensors were away: their zeros may be others. */
export const withoutZeros = (belief: Belief): Belief =>
  belief.errors.filter((error) => error.startsWith(ZERO)).reduce(without, belief);
