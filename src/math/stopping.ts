/** The law of stopping: how far a body goes until it stands, and how fast it may go to stand in time. */

import type { Meters, MetersPerSecond, MetersPerSecondSquared, Seconds } from './units.js';

export interface SpeedLimit {
  readonly speed: MetersPerSecond;
  /** dv/dd ≥ 0: by how much the allowed speed falls for each metre nearer [1/s]. */
  readonly slope: number;
}

/**
 * Share of a body's deceleration that braking is planned with, by behaviors and in turns; the rest is for correcting. Wheels
 * that are to lose speed lose at least this share of what they can (`chooseWheels`): with less, a body whose wanted turn
 * flutters would fall behind its plan and overshoot.
 */
export const BRAKING_SHARE = 0.9;

/**
 * The same, of the collision monitor: less than wheels surely lose, so that it still holds where a tick, a lag or a thing that
 * moves is a little off what was reckoned with. (With 0.9, too, no robot of 960 touched a thing that stands; one that moves across
 * the way of a body of 100 Hz met it at 0.103 m/s, where 0.1 is promised.)
 */
export const GUARDED_SHARE = 0.85;

/**
 * s(v) = v·T + v²/2a.
 *
 * @param v speed, ≥ 0
 * @param a deceleration, > 0
 * @param T time until it brakes, ≥ 0
 */
export const stoppingWay = (v: MetersPerSecond, a: MetersPerSecondSquared, T: Seconds = 0): Meters =>
  v * T + (v * v) / (2 * a);

/**
 * The speed from which a body stands within d, the inverse of `stoppingWay`: v(d) = a (√(T² + 2d/a) − T), constant
 * deceleration a far out, v = d/T close by.
 *
 * Unlike v = √(2ad), whose slope is infinite at d = 0, no step of length ≤ T can overshoot: v·T ≤ d.
 *
 * @param d distance left, ≥ 0
 * @param a deceleration, > 0
 * @param T until it brakes, > 0: at least one control period, and longer than any lag that is not predicted
 * @example
 * ```ts
 * import { brakingSpeed } from 'steerbot/geometry';
 * // From 0.5 m away, braking with 1 m/s² after 0.1 s.
 * console.log(brakingSpeed(0.5, 1, 0.1).speed.toFixed(3)); // 0.905
 * ```
 */
export function brakingSpeed(d: Meters, a: MetersPerSecondSquared, T: Seconds): SpeedLimit {
  const root = Math.sqrt(T * T + (2 * d) / a);
  return { speed: a * (root - T), slope: 1 / root };
}
