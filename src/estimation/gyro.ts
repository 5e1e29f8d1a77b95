/** The gyroscope in the estimate: its turn, and its bias, which is learned while the robot stands. */

import type { Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import type { TurnRateReading } from '../signals/signals.js';

export interface GyroState {
  /** When the estimate began. */
  readonly begun: Seconds;
  /** Its last reading, uncorrected; null before the first. */
  readonly last: { readonly at: Seconds; readonly turnRate: RadiansPerSecond } | null;
  /** Its mean rate while the robot stood; null until it is learned, and until then the gyroscope is not used. */
  readonly bias: RadiansPerSecond | null;
  /** ∫(rate − bias) dt up to its last reading. */
  readonly turned: Radians;
  /** The turn at the instant up to which the pose has followed it; null if the pose has not. */
  readonly followed: { readonly at: Seconds; readonly turned: Radians } | null;
  readonly stand: Stand | null;
}

/** A period of standing, so far. */
interface Stand {
  /** Begins once the body has come to rest. */
  readonly from: Seconds;
  /** ∫rate dt, and the least and greatest rate since. */
  readonly told: Radians;
  readonly least: RadiansPerSecond;
  readonly greatest: RadiansPerSecond;
  /** The encoder counts, which must stay the same. */
  readonly counts: Counts;
}

export type Counts = { readonly left: number; readonly right: number } | null;

/** A body still rocks for a moment after its wheels stand. */
const SETTLING_TIME: Seconds = 0.2;
/** The bias is the mean of this time: 0.005 °/s/√Hz of noise leave 0.007 °/s. */
const LEARNING_TIME: Seconds = 0.5;
/** Rates of a body at rest differ by no more: six standard deviations of the noise in 42 Hz are half of this. */
const MAX_REST_SPREAD: RadiansPerSecond = 0.01;
/** A known bias drifts slowly; a larger difference means that the robot is turned evenly by hand. */
const MAX_BIAS_DRIFT: RadiansPerSecond = 0.02;
/** If the gyroscope's bias is not learned by then, the robot drives without it. */
const MAX_LEARNING_WAIT: Seconds = 1.5;

export const startGyro = (begun: Seconds): GyroState => ({
  begun,
  last: null,
  bias: null,
  turned: 0,
  followed: null,
  stand: null,
});

/** The state after the line was lost: it keeps the bias. */
export const interrupted = (gyro: GyroState): GyroState => ({ ...startGyro(gyro.begun), bias: gyro.bias });

/** Whether the robot must stand a moment longer, so that the gyroscope's bias can be learned. */
export const isLearning = ({ bias, begun }: GyroState, at: Seconds): boolean =>
  bias === null && at - begun < MAX_LEARNING_WAIT;

/**
 * Adds a reading, by the trapezoid rule.
 *
 * @param counts of the encoders; undefined while the robot is not commanded to stand
 * @param patience after a longer silence the integration starts again
 */
export function integrateGyro(
  gyro: GyroState,
  { at, turnRate }: TurnRateReading,
  counts: Counts | undefined,
  patience: Seconds,
): GyroState {
  const last = { at, turnRate };
  const dt = gyro.last ? at - gyro.last.at : 0;
  if (!gyro.last || dt > patience) return { ...gyro, last, followed: null, stand: null };
  if (dt <= 0) return gyro;
  const mean = (gyro.last.turnRate + turnRate) / 2;
  const turned = gyro.bias === null ? 0 : gyro.turned + (mean - gyro.bias) * dt;
  const stand = counts === undefined ? null : standingOn(gyro.stand, counts, { at, turnRate, mean, dt });
  return learned({ ...gyro, last, turned, stand }, at);
}

/** A reading and the time since the previous one. */
interface Told {
  readonly at: Seconds;
  readonly turnRate: RadiansPerSecond;
  readonly mean: RadiansPerSecond;
  readonly dt: Seconds;
}

/** A stand starts again if the wheels or the body were turned. */
function standingOn(stand: Stand | null, counts: Counts, { at, turnRate, mean, dt }: Told): Stand {
  const anew = (from: Seconds) => ({ from, told: 0, least: turnRate, greatest: turnRate, counts });
  if (!stand || !isSame(stand.counts, counts)) return anew(at + SETTLING_TIME);
  if (at - dt < stand.from) return anew(Math.max(at, stand.from));
  const least = Math.min(stand.least, turnRate);
  const greatest = Math.max(stand.greatest, turnRate);
  if (greatest - least > MAX_REST_SPREAD) return anew(at + SETTLING_TIME);
  return { ...stand, least, greatest, told: stand.told + mean * dt };
}

/** After a long enough stand its mean rate is the bias, and the next stand begins. */
function learned(gyro: GyroState, at: Seconds): GyroState {
  const { stand, bias, last } = gyro;
  if (!stand || !last || at - stand.from < LEARNING_TIME) return gyro;
  const mean = stand.told / (at - stand.from);
  const isBias = bias === null || Math.abs(mean - bias) <= MAX_BIAS_DRIFT;
  const next = { ...stand, from: at, told: 0, least: last.turnRate, greatest: last.turnRate };
  return { ...gyro, bias: isBias ? mean : bias, stand: next };
}

const isSame = (a: Counts, b: Counts): boolean => a?.left === b?.left && a?.right === b?.right;

/**
 * The turn by the gyroscope since the pose last followed it; null if it is not known. Between readings its rate is assumed
 * constant; the next reading corrects that, so no error adds up.
 */
export function turnSince(
  gyro: GyroState,
  at: Seconds,
  patience: Seconds,
): { readonly gyro: GyroState; readonly told: Radians | null } {
  const { last, bias, followed } = gyro;
  const isUseful = last !== null && bias !== null && Math.abs(at - last.at) <= patience;
  if (!isUseful) return { gyro: followed ? { ...gyro, followed: null } : gyro, told: null };
  const turned = gyro.turned + (last.turnRate - bias) * (at - last.at);
  return { gyro: { ...gyro, followed: { at, turned } }, told: followed && turned - followed.turned };
}
