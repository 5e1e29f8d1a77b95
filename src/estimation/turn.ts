/** How far a body turned, by its wheels and its gyroscope together. */
import type { Radians, Seconds } from '../math/units.js';
import type { GyroState } from './gyro.js';

/** Variances a second, and a radian: noise and what is left of the bias; what scale and mounting are off. */
const GYRO_NOISE = 1e-6;
const GYRO_SCALE = 1e-5;
/** Variance a second of wheels that are pushed, blocked or slip, which they cannot know [rad²/s]. */
const SLIP_VARIANCE_RATE = 1e-4;

/** How far it turned, how sure that is [rad²], and how much of it the wheels said. */
export interface Turn {
  readonly turned: Radians;
  readonly variance: number;
  readonly wheelShare: number;
}

type WheelTurn = Pick<Turn, 'turned' | 'variance'>;

/**
 * The turn since the pose was last brought up to date, from the wheels' and the gyroscope's, each by the other's
 * variance: Δθ = Δθ_w + K (Δθ_g − Δθ_w), K = σ_w²/(σ_w² + σ_g²). Between its readings the gyroscope is taken to turn
 * on as it did; the next reading sets that right, so no error adds up.
 *
 * @param wheels null where they have not moved the pose: it only begins to follow from here
 */
export function turnSince(
  gyro: GyroState,
  at: Seconds,
  wheels: WheelTurn | null,
  patience: Seconds,
): { readonly gyro: GyroState; readonly turn: Turn | null } {
  const { last, bias, followed } = gyro;
  const isUseful = last !== null && bias !== null && Math.abs(at - last.at) <= patience;
  if (!isUseful) return { gyro: followed ? { ...gyro, followed: null } : gyro, turn: null };
  const turned = gyro.turned + (last.turnRate - bias) * (at - last.at);
  const next = { ...gyro, followed: { at, turned } };
  if (!followed || !wheels) return { gyro: next, turn: null };
  return { gyro: next, turn: fused(turned - followed.turned, wheels, Math.max(0, at - followed.at)) };
}

/** @param told by the gyroscope, within `dt` */
function fused(told: Radians, wheels: WheelTurn, dt: Seconds): Turn {
  const wheelVariance = wheels.variance + SLIP_VARIANCE_RATE * dt;
  const gyroVariance = GYRO_NOISE * dt + GYRO_SCALE * Math.abs(told);
  const sum = wheelVariance + gyroVariance;
  const share = sum > 0 ? wheelVariance / sum : 0;
  return {
    turned: wheels.turned + share * (told - wheels.turned),
    variance: share * gyroVariance,
    wheelShare: 1 - share,
  };
}
