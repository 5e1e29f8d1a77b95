/** Odometry: moves a pose and its covariance along exact arcs, and combines the turns of wheels and gyroscope. */
import { moveAlongArc, type Pose } from '../math/geometry.js';
import type { Meters, MetersPerSecond, Radians, Seconds } from '../math/units.js';
import type { SlipVariance } from '../robot/slip.js';
import type { Covariance } from '../signals/signals.js';
import type { GyroState } from './gyro.js';

export const ZERO_COVARIANCE: Covariance = { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 };

/** How far each wheel's rim went [m], forward positive. */
export interface WheelWays {
  readonly left: Meters;
  readonly right: Meters;
}

/** Track and slip of a body's wheels. */
export interface RollingWheels {
  readonly track: Meters;
  readonly slip: SlipVariance;
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

/** A turn by wheels and gyroscope, and the wheels' share in it. */
export interface FusedTurn {
  readonly turn: Turn;
  readonly byWheels: number;
}

/** A pose and its covariance. */
export interface PlacedPose {
  readonly pose: Pose;
  readonly covariance: Covariance;
}

/** Δs = (l + r)/2, Δθ = (r − l)/b, along the exact arc. */
export const onArc = (pose: Pose, left: Meters, right: Meters, track: Meters): Pose =>
  moveAlongArc(pose, (left + right) / 2, (right - left) / track);

/** The turn by the wheels alone, Δθ = (r − l)/b, and what slip makes of it over the way that they roll in the mean. */
export function turnOfWheels({ left, right }: WheelWays, { track, slip }: RollingWheels): Turn {
  const rolled = (Math.abs(left) + Math.abs(right)) / 2;
  return {
    turned: (right - left) / track,
    variance: slip.turn * rolled,
    along: slip.along * rolled,
    cross: slip.cross * (Math.abs(right) - Math.abs(left)),
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

/**
 * The covariance of places that a doubtful heading bends: for an error θ of variance v they lie on a circle, and no
 * longer on its tangent. The lever r of the heading is that of its covariance with x and y, J r = (P_xh, P_yh)/v. So the
 * place is off by r(1 − cos θ) as well, in the mean square
 *
 *     r²·(3/2 − 2e^(−v/2) + e^(−2v)/2),     which is ¾r²v² of a small doubt.
 */
export function bent(p: Covariance): Covariance {
  const { xh, yh, hh } = p;
  if (hh === 0) return p;
  const missed = 1.5 - 2 * Math.exp(-hh / 2) + Math.exp(-2 * hh) / 2;
  const rx = yh / hh;
  const ry = -xh / hh;
  return {
    xx: p.xx + missed * rx * rx,
    xy: p.xy + missed * rx * ry,
    xh,
    yy: p.yy + missed * ry * ry,
    yh,
    hh,
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
 * @param wheels null if they have not moved the pose: it only begins to follow from here @param isMeasured whether they
 * are counted; what was only commanded tells nothing beside a gyroscope
 * @returns with the gyroscope's part of the turn alone, `told`
 */
export function turnSince(
  gyro: GyroState,
  at: Seconds,
  wheels: Turn | null,
  { patience, isMeasured }: { readonly patience: Seconds; readonly isMeasured: boolean },
): { readonly gyro: GyroState; readonly fused?: FusedTurn; readonly told: Radians | null } {
  const { last, bias, followed } = gyro;
  const isUseful = last !== null && bias !== null && Math.abs(at - last.at) <= patience;
  if (!isUseful) return { gyro: followed ? { ...gyro, followed: null } : gyro, told: null };
  const turned = gyro.turned + (last.turnRate - bias) * (at - last.at);
  const next = { ...gyro, followed: { at, turned } };
  if (!followed || !wheels) return { gyro: next, told: null };
  const told = turned - followed.turned;
  const dt = Math.max(0, at - followed.at);
  return { gyro: next, fused: fused(told, wheels, dt, isMeasured), told };
}

/** @param told turn by the gyroscope within `dt` */
function fused(told: Radians, wheels: Turn, dt: Seconds, isMeasured: boolean): FusedTurn {
  const wheelVariance = wheels.variance + SLIP_VARIANCE_RATE * dt;
  const noise = GYRO_NOISE * dt;
  const sum = wheelVariance + noise + GYRO_SCALE_BESIDE_WHEELS * Math.abs(told);
  const measuring = sum > 0 ? wheelVariance / sum : 0;
  const share = isMeasured ? measuring : 1;
  const rest = 1 - share;
  const turn = {
    turned: wheels.turned + share * (told - wheels.turned),
    variance: share * share * (noise + GYRO_SCALE * Math.abs(told)) + rest * rest * wheelVariance,
    along: wheels.along,
    cross: rest * wheels.cross,
  };
  return { turn, byWheels: rest };
}
