/** What its counts, or its commands, leave unknown of a body's motion. */
import type { Meters } from '../math/units.js';
import { type SlipSpec, type SlipVariance, slipVariance } from '../robot/slip.js';

/**
 * Standard deviation of the error that both wheels' speeds share. Ten runs of an iRobot Create went 0.927 of the
 * commanded way (UTIAS MRCLAM data, sets 6 and 7); a battery of two cells goes from 8.4 V to 7.0 V, ±9 % of its mean.
 */
export const SPEED_ERROR = 0.07;

/**
 * Standard deviation of the right wheel's error less the left one's. Owners of two equal small gear motors measured 6.5
 * % (forum.core-electronics.com.au/t/8559) and had to correct 10 % (forum.pololu.com/t/3289).
 */
export const WHEEL_DIFFERENCE = 0.07;

/** Standard deviation of the track's error. The same runs turned by 0.953 of the command: 0.927/0.953 = 0.973. */
export const TRACK_ERROR = 0.03;

/** Standard deviations of errors that a body has for good, as shares. */
export interface LastingErrors {
  /** Of both wheels' ways. */
  readonly speed: number;
  /** Of the right wheel's way less the left one's. */
  readonly difference: number;
  readonly track: number;
}

/** What counts leave unknown are slip and the track; commands leave all of it unknown. */
export interface WheelDoubts {
  /** What is random. */
  readonly slip: SlipVariance;
  readonly lasting: LastingErrors;
}

/**
 * Of a small robot on a table, whose file says nothing: 1–3 % of the way and 2–6° per 0.6 m, as an iRobot Create (UTIAS
 * MRCLAM data).
 */
const TYPICAL_SLIP = { way: 0.02, heading: 0.03 };
/** Of a track that was calibrated: nine of ten are right within 0.3 %. */
const CALIBRATED_TRACK_ERROR = 0.002;

/** Of a body with this track. One whose file says how it slips has been calibrated. */
export const wheelDoubts = (track: Meters, slip?: SlipSpec): WheelDoubts => ({
  slip: slipVariance(slip ?? TYPICAL_SLIP, track),
  lasting: {
    speed: SPEED_ERROR,
    difference: WHEEL_DIFFERENCE,
    track: slip === undefined ? TRACK_ERROR : CALIBRATED_TRACK_ERROR,
  },
});
