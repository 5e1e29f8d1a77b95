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

/** A turn, and what is not known of it and of the way meanwhile. */
export interface Turn {
  readonly turned: Radians;
  /** Of the turn [rad²]. */
  readonly variance: number;
  /** Of the way along its arc [m²]. */
  readonly along: number;
  /** Covariance of both [m·rad]. */
  readonly cross: number;
}

/** A pose and its covariance. */
export interface PlacedPose {
  readonly pose: Pose;
  readonly covariance: Covariance;
}

/** Δs = (l + r)/2, Δθ = (r − l)/b, along the exact arc. */
export const onArc = (pose: Pose, left: Meters, right: Meters, track: Meters): Pose =>
  moveAlongArc(pose, (left + right) / 2, (right - left) / track);

/**
 * The turn by the wheels alone: Δθ = (r − l)/b. Each wheel adds q·|way| of variance, independently: (q_l + q_r)/b² to
 * the turn, (q_l + q_r)/4 to the way, and (q_r − q_l)/2b to their covariance.
 */
export function turnOfWheels({ left, right }: WheelWays, { track, q }: RollingWheels): Turn {
  const both = q * (Math.abs(left) + Math.abs(right));
  return {
    turned: (right - left) / track,
    variance: both / (track * track),
    along: both / 4,
    cross: (q * (Math.abs(right) - Math.abs(left))) / (2 * track),
  };
}

/** The pose and its covariance after one arc: Δs = (l + r)/2, with the estimated turn. */
export function integrateArc(
  { pose, covariance }: PlacedPose,
  { left, right }: WheelWays,
  turn: Turn,
): PlacedPose {
  const way = (left + right) / 2;
  return {
    pose: moveAlongArc(pose, way, turn.turned),
    covariance: growCovariance(covariance, way, turn, pose.heading + turn.turned / 2),
  };
}

/**
 * P ← F P Fᵀ + G Q Gᵀ for one arc of length d at middle heading ψ.
 *
 * F carries the heading's error into x and y: ∂x/∂θ = −d sin ψ, ∂y/∂θ = d cos ψ. Q is the turn's: of the way along the
 * arc, of the heading, and of both together.
 */
function growCovariance(
  p: Covariance,
  way: Meters,
  { along, cross, variance }: Turn,
  middle: Radians,
): Covariance {
  const c = Math.cos(middle);
  const s = Math.sin(middle);
  const fx = -way * s;
  const fy = way * c;
  return {
    xx: p.xx + 2 * fx * p.xh + fx * fx * p.hh + along * c * c,
    xy: p.xy + fx * p.yh + fy * p.xh + fx * fy * p.hh + along * c * s,
    xh: p.xh + fx * p.hh + cross * c,
    yy: p.yy + 2 * fy * p.yh + fy * fy * p.hh + along * s * s,
    yh: p.yh + fy * p.hh + cross * s,
    hh: p.hh + variance,
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

/** Of a gyroscope: variance per second, of noise and remaining bias. */
export const GYRO_NOISE = 1e-6;
/**
 * Variance per radian of a gyroscope's turn, of errors in scale and mounting. Its scale is right within 1 %, and that is
 * how its doubt grows. What it counts against the wheels is less: its error is the same on every turn and so cancels
 * over turns to both sides, while slip adds up. On laps it is the wheels' share of 3 % that misled, not the scale.
 */
export const GYRO_SCALE = 1e-4;
const GYRO_SCALE_BESIDE_WHEELS = 1e-6;
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
  const noise = GYRO_NOISE * dt;
  const sum = wheelVariance + noise + GYRO_SCALE_BESIDE_WHEELS * Math.abs(told);
  const share = sum > 0 ? wheelVariance / sum : 0;
  const rest = 1 - share;
  return {
    turned: wheels.turned + share * (told - wheels.turned),
    variance: share * share * (noise + GYRO_SCALE * Math.abs(told)) + rest * rest * wheelVariance,
    along: wheels.along,
    cross: rest * wheels.cross,
  };
}
