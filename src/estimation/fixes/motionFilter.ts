/** An extended Kalman filter of a wheeled body: how a belief about its place moves with it, and how a fix corrects it. */
import { moveAlongArc, type Pose, wrapAngle } from '../../math/geometry.js';
import type { Meters, Radians, RadiansPerSecond, Seconds } from '../../math/units.js';
import type { SlipVariance } from '../../robot/slip.js';
import type { Fix } from '../../signals/readings.js';

/**
 * What is believed at an instant: the mean of x, y [m], heading [rad], the gyroscope's bias beside the learned one
 * [rad/s], and the scale errors of both wheels; and their covariance, six rows of six. Plain JSON.
 */
export interface Belief {
  readonly at: Seconds;
  readonly mean: readonly number[];
  readonly covariance: readonly number[];
}

const SIZE = 6;
const [X, Y, HEADING, BIAS, LEFT, RIGHT] = [0, 1, 2, 3, 4, 5] as const;
/** Only these states change others as the body moves. */
const CAUSES = [HEADING, BIAS, LEFT, RIGHT] as const;

/** A motion between two instants: how far each wheel rolled, and the turn by the gyroscope, if there is one. */
export interface Motion {
  readonly from: Seconds;
  readonly at: Seconds;
  readonly left: Meters;
  readonly right: Meters;
  readonly turned: Radians | null;
}

/** Variances of a body. */
export interface MotionNoise {
  readonly track: Meters;
  readonly slip: SlipVariance;
  /** Of the heading, per second, where wheels slip or are pushed [rad²/s]. */
  readonly pushed: number;
  /** Of a gyroscope's turn, per second and per radian. */
  readonly gyro: number;
  readonly gyroScale: number;
  /** Of its bias, and of a wheel's scale, per second. */
  readonly biasWalk: number;
  readonly scaleWalk: number;
}

/** Standard deviations with which a belief begins. */
export interface Doubt {
  readonly place: Meters;
  readonly heading: Radians;
  readonly bias: number;
  readonly scale: number;
}

export function believe(
  at: Seconds,
  { x, y, heading }: Pose,
  { place, heading: turn, bias, scale }: Doubt,
): Belief {
  const covariance = new Array<number>(SIZE * SIZE).fill(0);
  for (const [i, deviation] of [place, place, turn, bias, scale, scale].entries())
    covariance[(SIZE + 1) * i] = deviation ** 2;
  return { at, mean: [x, y, heading, 0, 0, 0], covariance };
}

export const poseOf = ({ mean }: Belief): Pose => ({
  x: mean[X] as number,
  y: mean[Y] as number,
  heading: wrapAngle(mean[HEADING] as number),
});

/** Δθ and its variance V, and the share K that the gyroscope has in it. @param bias β */
function turnOf(
  [left, right]: readonly [Meters, Meters],
  motion: Motion,
  bias: RadiansPerSecond,
  { track, slip, pushed, gyro, gyroScale }: MotionNoise,
): { readonly turned: Radians; readonly turnVariance: number; readonly share: number } {
  const dt = motion.at - motion.from;
  const byWheels = (right - left) / track;
  const wheelVariance = (slip.turn * (Math.abs(left) + Math.abs(right))) / 2 + pushed * dt;
  const gyroVariance = gyro * dt + gyroScale * Math.abs(motion.turned ?? 0);
  const share = motion.turned === null ? 0 : wheelVariance / (wheelVariance + gyroVariance || 1);
  const byGyro = (motion.turned ?? 0) - bias * dt;
  const turned = byWheels + share * (byGyro - byWheels);
  return { turned, turnVariance: share > 0 ? share * gyroVariance : wheelVariance, share };
}

/**
 * The belief after a motion: x ← f(x), P ← F P Fᵀ + Q.
 *
 * With the ways l(1 + ε_l), r(1 + ε_r) the wheels turn the body by Δθ_w = (r − l)/b, the gyroscope says Δθ_g − βΔt;
 * each is weighted by the other's variance, Δθ = Δθ_w + K(Δθ_g − βΔt − Δθ_w). It moves by d = (l + r)/2 along that arc. F
 * is the identity but for ∂(x, y, θ)/∂(θ, β, ε_l, ε_r): the heading's error turns the way, and half of the turn's error
 * does. Q has the slip's variance along the way, that of the turn, and what both have in common. The turn's error
 * V comes bit by bit along the way: it moves the body aside by V·d²/3, of which V·d/2 is common with the heading.
 */
export function moved({ mean, covariance }: Belief, motion: Motion, noise: MotionNoise): Belief {
  const dt = motion.at - motion.from;
  const { track, slip } = noise;
  const left = motion.left * (1 + (mean[LEFT] as number));
  const right = motion.right * (1 + (mean[RIGHT] as number));
  const { turned, turnVariance, share } = turnOf([left, right], motion, mean[BIAS] as number, noise);

  const way = (left + right) / 2;
  const [x, y, heading] = [mean[X] as number, mean[Y] as number, mean[HEADING] as number];
  const to = moveAlongArc({ x, y, heading }, way, turned);
  const middle = heading + turned / 2;
  const [c, s] = [Math.cos(middle), Math.sin(middle)];
  // What each cause adds to the turn, and to the way.
  const turns = [0, -share * dt, (-(1 - share) * motion.left) / track, ((1 - share) * motion.right) / track];
  const ways = [0, 0, motion.left / 2, motion.right / 2];
  const byHeading = (i: number) => (i === 0 ? 1 : (turns[i] as number) / 2);
  const rows = [
    CAUSES.map((_, i) => (ways[i] as number) * c - way * s * byHeading(i)),
    CAUSES.map((_, i) => (ways[i] as number) * s + way * c * byHeading(i)),
    turns,
  ];
  const p = propagated(covariance, rows);
  const along = (slip.along * (Math.abs(left) + Math.abs(right))) / 2;
  const aside = (turnVariance * way * way) / 3;
  const lean = (turnVariance * way) / 2;
  const shared = (1 - share) * slip.cross * (Math.abs(right) - Math.abs(left));
  const grow = (i: number, j: number, by: number) => {
    p[SIZE * i + j] = (p[SIZE * i + j] as number) + by;
    if (i !== j) p[SIZE * j + i] = (p[SIZE * j + i] as number) + by;
  };
  grow(X, X, along * c * c + aside * s * s);
  grow(Y, Y, along * s * s + aside * c * c);
  grow(X, Y, (along - aside) * c * s);
  grow(X, HEADING, shared * c - lean * s);
  grow(Y, HEADING, shared * s + lean * c);
  grow(HEADING, HEADING, turnVariance);
  grow(BIAS, BIAS, noise.biasWalk * dt);
  grow(LEFT, LEFT, noise.scaleWalk * dt);
  grow(RIGHT, RIGHT, noise.scaleWalk * dt);
  return {
    at: motion.at,
    mean: [to.x, to.y, heading + turned, mean[BIAS] as number, mean[LEFT] as number, mean[RIGHT] as number],
    covariance: p,
  };
}

/**
 * F P Fᵀ for an F that is the identity but for the first three rows' columns of the causes.
 *
 * A cause without variance has no covariance either, and adds nothing: it is left out.
 */
function propagated(p: readonly number[], rows: readonly (readonly number[])[]): number[] {
  const known = [0, 1, 2, 3].filter((k) => p[(SIZE + 1) * (CAUSES[k] as number)] !== 0);
  const a = [...p];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as readonly number[];
    for (let j = 0; j < SIZE; j++) {
      let sum = p[SIZE * i + j] as number;
      // The heading stands for itself already.
      for (const k of known) sum += (row[k] as number) * (p[SIZE * (CAUSES[k] as number) + j] as number);
      a[SIZE * i + j] = sum;
    }
  }
  const out = [...a];
  for (let j = 0; j < rows.length; j++) {
    const row = rows[j] as readonly number[];
    for (let i = 0; i < SIZE; i++) {
      let sum = a[SIZE * i + j] as number;
      for (const k of known) sum += (row[k] as number) * (a[SIZE * i + (CAUSES[k] as number)] as number);
      out[SIZE * i + j] = sum;
    }
  }
  return out;
}

/** How far a fix is from the belief: its square in standard deviations, and the distances [m]. */
export interface Innovation {
  readonly squared: number;
  readonly x: Meters;
  readonly y: Meters;
}

/** νᵀ S⁻¹ ν with S = P_xy + σ². */
export function innovationOf({ mean, covariance: p }: Belief, { x, y, deviation }: Fix): Innovation {
  const off = { x: x - (mean[X] as number), y: y - (mean[Y] as number) };
  const [a, b, d] = placeVariance(p, deviation);
  const squared = (d * off.x * off.x - 2 * b * off.x * off.y + a * off.y * off.y) / (a * d - b * b);
  return { squared, ...off };
}

const placeVariance = (p: readonly number[], deviation: Meters): readonly [number, number, number] => [
  (p[0] as number) + deviation ** 2,
  p[1] as number,
  (p[SIZE + 1] as number) + deviation ** 2,
];

/** The belief after a fix: x ← x + K ν, P ← P − K S Kᵀ, K = P Hᵀ S⁻¹. */
export function corrected(belief: Belief, fix: Fix): Belief {
  const { at, mean, covariance: p } = belief;
  const { x: ex, y: ey } = innovationOf(belief, fix);
  const [a, b, d] = placeVariance(p, fix.deviation);
  const det = a * d - b * b;
  const next = [...p];
  const moved = [...mean];
  for (let i = 0; i < SIZE; i++) {
    const [px, py] = [p[SIZE * i] as number, p[SIZE * i + 1] as number];
    const [kx, ky] = [(d * px - b * py) / det, (a * py - b * px) / det];
    moved[i] = (mean[i] as number) + kx * ex + ky * ey;
    for (let j = 0; j < SIZE; j++)
      next[SIZE * i + j] =
        (p[SIZE * i + j] as number) - (kx * (p[j] as number) + ky * (p[SIZE + j] as number));
  }
  return { at, mean: moved, covariance: next };
}

/** The belief with more doubt about place and heading: what it was sure of has proved wrong. */
export function doubted({ at, mean, covariance }: Belief, place: Meters, heading: Radians): Belief {
  const p = [...covariance];
  for (const [i, deviation] of [place, place, heading].entries()) {
    const k = (SIZE + 1) * i;
    p[k] = (p[k] as number) + deviation ** 2;
  }
  return { at, mean, covariance: p };
}
