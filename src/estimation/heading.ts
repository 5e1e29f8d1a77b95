/**
 * Corrects the pose by the heading of a compass or an orientation sensor, in a Schmidt-Kalman update, which also takes
 * the uncertainty of the sensor's zero into account.
 *
 * A reading is z = h − b + v, where h is the true heading, b the true zero, and v the sensor's own error. The zero b̂
 * is the mean of (estimated heading − z) while the robot stands, so its error is e_b = e_h − v̄, with
 *
 * B = var(e_b) = P_hh + σ², C = cov(e, e_b) = (P_xh, P_yh, P_hh)ᵀ at the time when it was learned.
 *
 * Averaging does not reduce B: disturbances of a compass while the robot drives, such as motor currents, are absent
 * while it stands. B is taken into account, but not corrected. With ν = z + b̂ − estimated heading, whose error is e_b
 * + v − e_h,
 *
 *     s = P_hh − 2 C_h + B + R,   K = (P_·h − C)/s,   x ← x + K ν,   P ← P − K s Kᵀ,   C ← C + K (B − C_h).
 *
 * However many readings come, a heading of variance P does not get better than (1/P + 1/B)⁻¹, as by one reading with
 * the variance B; and one that has drifted for ever not better than B.
 *
 * Errors of readings less than T apart are the same: R = σ² max(1, T/dt). So the readings of a time t count like t/T
 * independent ones, at any rate, and a single one never more than its σ².
 *
 * S. F. Schmidt, Application of State-Space Methods to Navigation Problems, 1966; Maybeck, Stochastic Models, §6.8.
 */
import { type Pose, wrapAngle } from '../math/geometry.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import { isAtRest } from '../math/wheel.js';
import type { HeadingNoise } from '../signals/readings.js';
import type { Covariance, HeadingReading } from '../signals/signals.js';
import { type EstimatorState, type HeadingZero, updated } from './estimatorState.js';
import { correctedLasting, type Shared } from './lastingErrors.js';

type Zeros = Readonly<Record<string, HeadingZero>>;

/** The mean over a longer stand forgets older readings: a sensor may drift. */
const AVERAGING_TIME: Seconds = 2;

/**
 * The first reading sets the zero from the estimated heading, and so does the first after a silence, in which the
 * sensor may have been switched off. While the robot stands, the next ones are averaged with it, each weighted by the
 * time since the previous one, the first by zero.
 */
export function receiveHeading(
  state: EstimatorState,
  { at, sensor, heading }: HeadingReading,
  noise: HeadingNoise,
  { track, patience }: { readonly track: Meters; readonly patience: Seconds },
): EstimatorState {
  const { wheels, covariance } = state;
  const believed = state.pose.heading + ((wheels.right - wheels.left) / track) * (at - state.at);
  const known = state.zeros[sensor];
  const dt = known ? at - known.at : 0;
  const knows = (zero: HeadingZero): EstimatorState =>
    updated(state, { zeros: { ...state.zeros, [sensor]: zero } });
  const told = wrapAngle(believed - heading);
  const stands = isAtRest(state);
  if (!known || dt > patience || state.source === 'pose')
    return knows({ at, zero: told, ...learnedAt(covariance, noise), stood: stands ? 0 : null });
  if (dt <= 0) return state;
  if (known.stood === null || !stands)
    return corrected(knows({ ...known, at, stood: null }), sensor, wrapAngle(known.zero - told), {
      ...noise,
      dt,
    });
  const stood = Math.min(known.stood + dt, AVERAGING_TIME);
  const zero = wrapAngle(known.zero + (dt / stood) * wrapAngle(told - known.zero));
  return knows({ at, zero, ...learnedAt(covariance, noise), stood });
}

const learnedAt = ({ xh, yh, hh }: Covariance, { variance }: HeadingNoise) => ({
  variance: hh + variance,
  shared: { x: xh, y: yh, h: hh },
});

/** @param error ν, measured minus estimated */
function corrected(
  state: EstimatorState,
  sensor: string,
  error: Radians,
  { variance, lasting, dt }: HeadingNoise & { readonly dt: Seconds },
): EstimatorState {
  const { pose, covariance: p, zeros } = state;
  const zero = zeros[sensor];
  if (!zero) return state;
  const { shared: c, variance: b } = zero;
  const s = p.hh - 2 * c.h + b + variance * Math.max(1, lasting / dt);
  const k: Shared = { x: (p.xh - c.x) / s, y: (p.yh - c.y) / s, h: (p.hh - c.h) / s };
  const { x, y, heading } = pose;
  return updated(state, {
    pose: { x: x + k.x * error, y: y + k.y * error, heading: wrapAngle(heading + k.h * error) },
    covariance: {
      xx: p.xx - k.x * s * k.x,
      xy: p.xy - k.x * s * k.y,
      xh: p.xh - k.x * s * k.h,
      yy: p.yy - k.y * s * k.y,
      yh: p.yh - k.y * s * k.h,
      hh: p.hh - k.h * s * k.h,
    },
    lasting: correctedLasting(state.lasting, k),
    zeros: Object.fromEntries(
      Object.entries(zeros).map(([id, other]) => [id, sharing(other, k, Math.min(b, other.variance))]),
    ),
  });
}

/**
 * C ← C + K (cov − C_h). For another sensor's zero cov is unknown: to be safe, it is the largest that the two can
 * share.
 */
function sharing(zero: HeadingZero, { x, y, h }: Shared, covariance: number): HeadingZero {
  const { shared: c } = zero;
  const more = covariance - c.h;
  return { ...zero, shared: { x: c.x + x * more, y: c.y + y * more, h: c.h + h * more } };
}

/** C ← F C for a motion from one pose to another: the heading's error turns the way. */
export function propagateZeros(zeros: Zeros, from: Pose, to: Pose): Zeros {
  const carried: Record<string, HeadingZero> = {};
  for (const id in zeros) {
    const zero = zeros[id] as HeadingZero;
    const { x, y, h } = zero.shared;
    carried[id] = { ...zero, shared: { x: x - (to.y - from.y) * h, y: y + (to.x - from.x) * h, h } };
  }
  return carried;
}
