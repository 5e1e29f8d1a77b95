/** Odometry: moves a pose and its covariance along exact arcs, and combines the turns of wheels and gyroscope. */
import { moveAlongArc, type Pose } from '../math/geometry.js';
import type { Meters, MetersPerSecond, Radians, Seconds } from '../math/units.js';
import type { Covariance } from '../signals/signals.js';
import type { GyroState } from './gyro.js';

export const ZERO_COVARIANCE: Covariance = { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 };

/** How far each wheel's rim went [m], forward positive. */
export interface WheelWays {
  readonly left: Meters;
  readonly right: Meters;
}

/** Track and noise of a body's wheels. */
export interface RollingWheels {
  readonly track: Meters;
  /** Variance that a wheel adds per metre [m]. */
  readonly q: Meters;
}

/** A turn, its variance [rad²], and the wheels' share in it. */
export interface Turn {
  readonly turned: Radians;
  readonly variance: number;
  readonly wheelShare: number;
}

/** A pose and its covariance. */
export interface PlacedPose {
  readonly pose: Pose;
  readonly covariance: Covariance;
}

/** Δs = (l + r)/2, Δθ = (r − l)/b, along the exact arc. */
export const onArc = (pose: Pose, left: Meters, right: Meters, track: Meters): Pose =>
  moveAlongArc(pose, (left + right) / 2, (right - left) / track);

/** The turn by the wheels alone: Δθ = (r − l)/b, with the variance (q_l + q_r)/b². */
export const turnOfWheels = ({ left, right }: WheelWays, { track, q }: RollingWheels): Turn => ({
  turned: (right - left) / track,
  variance: (q * (Math.abs(left) + Math.abs(right))) / (track * track),
  wheelShare: 1,
});

/** The pose and its covariance after one arc: Δs = (l + r)/2, with the estimated turn. */
export function integrateArc(
  { pose, covariance }: PlacedPose,
  ways: WheelWays,
  turn: Turn,
  wheels: RollingWheels,
): PlacedPose {
  return {
    pose: moveAlongArc(pose, (ways.left + ways.right) / 2, turn.turned),
    covariance: growCovariance(covariance, ways, { turn, middle: pose.heading + turn.turned / 2 }, wheels),
  };
}

/**
 * P ← F P Fᵀ + G Q Gᵀ for one arc of length d at middle heading ψ.
 *
 * F carries the heading's error into x and y: ∂x/∂θ = −d sin ψ, ∂y/∂θ = d cos ψ. Each wheel adds q·|way| of variance,
 * independently, so Q has (q_l + q_r)/4 along the way, and in heading the variance of the turn, of which the share
 * `wheelShare` correlates with the wheels' distances.
 */
function growCovariance(
  p: Covariance,
  { left, right }: WheelWays,
  { turn, middle }: { readonly turn: Turn; readonly middle: Radians },
  { track, q }: RollingWheels,
): Covariance {
  const way = (left + right) / 2;
  const fx = -way * Math.sin(middle);
  const fy = way * Math.cos(middle);
  const c = Math.cos(middle);
  const s = Math.sin(middle);
  const along = (q * (Math.abs(left) + Math.abs(right))) / 4;
  const cross = (turn.wheelShare * q * (Math.abs(right) - Math.abs(left))) / (2 * track);
  return {
    xx: p.xx + 2 * fx * p.xh + fx * fx * p.hh + along * c * c,
    xy: p.xy + fx * p.yh + fy * p.xh + fx * fy * p.hh + along * c * s,
    xh: p.xh + fx * p.hh + cross * c,
    yy: p.yy + 2 * fy * p.yh + fy * fy * p.hh + along * s * s,
    yh: p.yh + fy * p.hh + cross * s,
    hh: p.hh + turn.variance,
  };
}

/** A wheel without a count over this expected distance (and four counts) does not turn [m]. */
const UNSEEN_LIMIT: Meters = 0.002;

/** If the counter does not move while the model rolls on, the wheel stands, whatever was sent. */
export function standing(way: Meters, unseen: Meters, speed: MetersPerSecond, perCount: Meters = 0) {
  if (way !== 0) return { speed, unseen: 0 };
  const stuck = Math.abs(unseen) > UNSEEN_LIMIT + 4 * perCount;
  return { speed: stuck ? 0 : speed, unseen };
}

/** Variance per second, of noise and remaining bias; and per radian, of errors in scale and mounting. */
export const GYRO_NOISE = 1e-6;
const GYRO_SCALE = 1e-5;
/** Variance per second for wheels that are pushed, blocked or slip, which encoders cannot see [rad²/s]. */
const SLIP_VARIANCE_RATE = 1e-4;

/**
 * The turn since the pose was last updated, from wheels and gyroscope, each weighted by the other's variance: Δθ = Δθ_w
 * + K (Δθ_g − Δθ_w), K = σ_w²/(σ_w² + σ_g²). Between readings the gyroscope's rate is assumed constant; the next
 * reading corrects that, so no error adds up.
 *
 * @param wheels null if they have not moved the pose: it only begins to follow from here
 * @returns with the gyroscope's part of the turn alone, `told`
 */
export function turnSince(
  gyro: GyroState,
  at: Seconds,
  wheels: Turn | null,
  patience: Seconds,
): { readonly gyro: GyroState; readonly turn: Turn | null; readonly told: Radians | null } {
  const { last, bias, followed } = gyro;
  const isUseful = last !== null && bias !== null && Math.abs(at - last.at) <= patience;
  if (!isUseful) return { gyro: followed ? { ...gyro, followed: null } : gyro, turn: null, told: null };
  const turned = gyro.turned + (last.turnRate - bias) * (at - last.at);
  const next = { ...gyro, followed: { at, turned } };
  if (!followed || !wheels) return { gyro: next, turn: null, told: null };
  const told = turned - followed.turned;
  return { gyro: next, turn: fused(told, wheels, Math.max(0, at - followed.at)), told };
}

/** @param told turn by the gyroscope within `dt` */
function fused(told: Radians, wheels: Turn, dt: Seconds): Turn {
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
