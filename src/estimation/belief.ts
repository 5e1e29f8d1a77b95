/**
 * What is believed of a body: its pose, the errors that it and its sensors have for good, and the covariance of all of them.
 *
 * Errors that are not known yet are no states: each is joined when it begins to count, and with none the belief is that of
 * odometry alone.
 */
import { type Pose, wrapAngle } from '../math/geometry.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import type { Covariance } from '../signals/signals.js';

/** Plain JSON. */
export interface Belief {
  /** The instant of the pose. */
  readonly at: Seconds;
  readonly pose: Pose;
  /** What the states after x, y and heading are: see `motion` and `heading`. */
  readonly errors: readonly string[];
  /** Of these. */
  readonly means: readonly number[];
  /** Of x, y, heading and the errors: row after row, symmetric. */
  readonly covariance: readonly number[];
}

/** The states of every belief; the errors come after them. */
export const [X, Y, HEADING, FIRST_ERROR] = [0, 1, 2, 3] as const;

const sizeOf = ({ errors }: Belief): number => FIRST_ERROR + errors.length;

/** Standard deviations with which a belief begins. */
export interface FirstDoubt {
  readonly place: Meters;
  readonly heading: Radians;
}

/** A pose that is known but for some doubt. */
export const believe = (
  at: Seconds,
  pose: Pose,
  { place, heading }: FirstDoubt = { place: 0, heading: 0 },
): Belief => ({
  at,
  pose,
  errors: [],
  means: [],
  covariance: [place ** 2, 0, 0, 0, place ** 2, 0, 0, 0, heading ** 2],
});

/** The number of an error's state; −1 if the belief does not have it. */
export function stateOf({ errors }: Belief, error: string): number {
  const i = errors.indexOf(error);
  return i < 0 ? -1 : FIRST_ERROR + i;
}

export const meanOf = ({ means }: Belief, state: number): number => means[state - FIRST_ERROR] as number;

export const covarianceBetween = (belief: Belief, i: number, j: number): number =>
  belief.covariance[sizeOf(belief) * i + j] as number;

/** Of a state with all of them. */
const columnOf = (belief: Belief, state: number): number[] =>
  Array.from({ length: sizeOf(belief) }, (_, i) => covarianceBetween(belief, i, state));

/** Of the pose alone. */
export function poseCovariance({ errors, covariance: p }: Belief): Covariance {
  const n = FIRST_ERROR + errors.length;
  return {
    xx: p[0] as number,
    xy: p[1] as number,
    xh: p[2] as number,
    yy: p[n + 1] as number,
    yh: p[n + 2] as number,
    hh: p[2 * n + 2] as number,
  };
}

/** With another error, which takes the place of one of this name. @param shared its covariance with each state of the belief */
export function joined(belief: Belief, error: string, { mean = 0, variance, shared = [] }: Joining): Belief {
  const known = without(belief, error);
  const n = sizeOf(known);
  // Those of the states that are left, in their order.
  const old = stateOf(belief, error);
  const kept = old < 0 ? shared : shared.filter((_, i) => i !== old);
  const covariance: number[] = [];
  for (let i = 0; i < n; i++) covariance.push(...known.covariance.slice(n * i, n * (i + 1)), kept[i] ?? 0);
  for (let i = 0; i < n; i++) covariance.push(kept[i] ?? 0);
  covariance.push(variance);
  return { ...known, errors: [...known.errors, error], means: [...known.means, mean], covariance };
}

interface Joining {
  readonly mean?: number;
  readonly variance: number;
  readonly shared?: readonly number[];
}

/** With an error that is known as badly as a state's, and with it, but for a variance of its own. */
export const joinedTo = (belief: Belief, error: string, state: number, mean: number, variance: number) =>
  joined(belief, error, {
    mean,
    variance: covarianceBetween(belief, state, state) + variance,
    shared: columnOf(belief, state),
  });

export function without(belief: Belief, error: string): Belief {
  const state = stateOf(belief, error);
  if (state < 0) return belief;
  const n = sizeOf(belief);
  return {
    ...belief,
    errors: belief.errors.filter((name) => name !== error),
    means: belief.means.filter((_, i) => i !== state - FIRST_ERROR),
    covariance: belief.covariance.filter((_, i) => Math.floor(i / n) !== state && i % n !== state),
  };
}

/** A state that is seen, and the factor with which it is. */
export type SeenState = readonly [state: number, factor: number];

/**
 * Corrected by one number, z = Hx + v: with the innovation ν and the variance R of v,
 *
 *     s = H P Hᵀ + R,   K = P Hᵀ/s,   x ← x + K ν,   P ← P − K s Kᵀ
 *
 * R. E. Kalman, A New Approach to Linear Filtering and Prediction Problems, 1960.
 */
export function corrected(
  belief: Belief,
  seen: readonly SeenState[],
  innovation: number,
  variance: number,
): Belief {
  const { pose, means, covariance } = belief;
  const n = sizeOf(belief);
  // P Hᵀ, which is K s.
  const gains = Array.from({ length: n }, (_, i) =>
    seen.reduce((sum, [state, factor]) => sum + factor * (covariance[n * i + state] as number), 0),
  );
  const s = seen.reduce((sum, [state, factor]) => sum + factor * (gains[state] as number), variance);
  // What is certain is not corrected, however certain the correction.
  if (s <= 0) return belief;
  const by = (state: number) => ((gains[state] as number) / s) * innovation;
  return {
    ...belief,
    pose: { x: pose.x + by(X), y: pose.y + by(Y), heading: wrapAngle(pose.heading + by(HEADING)) },
    means: means.map((mean, i) => mean + by(FIRST_ERROR + i)),
    covariance: covariance.map(
      (value, i) => value - ((gains[Math.floor(i / n)] as number) * (gains[i % n] as number)) / s,
    ),
  };
}

/** The pose is known from here on; the errors are what they were. */
export function placed({ errors, means, covariance }: Belief, at: Seconds, pose: Pose): Belief {
  const n = FIRST_ERROR + errors.length;
  const p = covariance.slice();
  for (let i = 0; i < FIRST_ERROR; i++) for (let j = 0; j < n; j++) p[n * i + j] = p[n * j + i] = 0;
  return { at, pose, errors, means, covariance: p };
}

/** With more doubt about place and heading: what it was sure of has proved wrong. */
export const doubted = (belief: Belief, more: FirstDoubt): Belief =>
  withDoubt(belief, more, (variance, by) => variance + by);

/** With at least this doubt. */
export const doubtful = (belief: Belief, least: FirstDoubt): Belief => withDoubt(belief, least, Math.max);

function withDoubt(
  belief: Belief,
  { place, heading }: FirstDoubt,
  open: (variance: number, by: number) => number,
): Belief {
  const n = sizeOf(belief);
  const covariance = [...belief.covariance];
  for (const [state, deviation] of [place, place, heading].entries())
    covariance[(n + 1) * state] = open(covariance[(n + 1) * state] as number, deviation ** 2);
  return { ...belief, covariance };
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
