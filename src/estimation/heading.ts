/** A heading from outside the wheels, of a compass or an orientation sensor, folded into the pose by a Kalman update. */
import { type Pose, wrapAngle } from '../geometry.js';
import type { Covariance, HeadingReading } from '../signals.js';
import type { Meters, Radians, Seconds } from '../units.js';
import type { EstimatorState } from './estimate.js';

/** What a sensor calls 0, in the world, and when it spoke last. */
export interface HeadingZero {
  readonly at: Seconds;
  readonly zero: Radians;
}

/**
 * The sensor's zero is its own: its first reading says where the body faces by the estimate then, and so does the first
 * after a silence, through which it may have been switched off.
 *
 * @param noise its variance times how long its errors last [rad²·s]
 */
export function receiveHeading(
  state: EstimatorState,
  { at, sensor, heading }: HeadingReading,
  noise: number,
  { track, patience }: { readonly track: Meters; readonly patience: Seconds },
): EstimatorState {
  const { wheels } = state;
  const believed = state.pose.heading + ((wheels.right - wheels.left) / track) * (at - state.at);
  const known = state.zeros?.[sensor];
  const dt = known ? at - known.at : 0;
  const isNew = !known || dt > patience || state.source === 'pose';
  const zero = isNew ? wrapAngle(believed - heading) : known.zero;
  const told = { ...state, zeros: { ...state.zeros, [sensor]: { at, zero } } };
  if (isNew || dt <= 0) return told;
  return { ...told, ...corrected(state, wrapAngle(heading + zero - believed), noise / dt) };
}

/**
 * x ← x + K ν, P ← (I − K H) P for a measurement of the heading alone, H = (0 0 1): K = P Hᵀ/(P_hh + R).
 *
 * @param error ν, told less believed
 * @param variance R of this one reading
 */
function corrected(
  { pose, covariance: p }: Pick<EstimatorState, 'pose' | 'covariance'>,
  error: Radians,
  variance: number,
): { pose: Pose; covariance: Covariance } {
  const sum = p.hh + variance;
  const [kx, ky, kh] = [p.xh / sum, p.yh / sum, p.hh / sum];
  return {
    pose: {
      x: pose.x + kx * error,
      y: pose.y + ky * error,
      heading: wrapAngle(pose.heading + kh * error),
    },
    covariance: {
      xx: p.xx - kx * p.xh,
      xy: p.xy - kx * p.yh,
      xh: p.xh - kx * p.hh,
      yy: p.yy - ky * p.yh,
      yh: p.yh - ky * p.hh,
      hh: p.hh - kh * p.hh,
    },
  };
}
