/** Braking: how fast a body may go now if it must be slow some distance ahead. */

import { SETTLED_SPEED } from '../math/standstill.js';
import type { Meters, MetersPerSecond, MetersPerSecondSquared, Seconds } from '../math/units.js';
import type { BodyLimits } from '../robot/limits.js';

export interface SpeedLimit {
  readonly speed: MetersPerSecond;
  /** dv/dd ≥ 0: by how much the allowed speed falls for each metre nearer [1/s]. */
  readonly slope: number;
}

/** Share of the deceleration that planned braking uses; the rest is for correcting. */
export const BRAKING_SHARE = 0.9;

/** Latency and lag are predicted from the robot's figures, which may be slightly wrong: this much may remain. */
const UNPREDICTED_LAG: Seconds = 0.02;

/** T of the braking curve: one and a half times the period, or what may remain of the lag, whichever is more. */
export const settlingTime = (dt: Seconds): Seconds => 1.5 * Math.max(dt, UNPREDICTED_LAG);

/**
 * Nearer than this the desired velocity is zero, so that the robot does not hunt for the last millimetre: at most 3 mm.
 */
export const holdBand = (within: Meters): Meters => Math.min(0.003, 0.3 * within);

export const standsStill = (forwardSpeed: MetersPerSecond): boolean => Math.abs(forwardSpeed) < SETTLED_SPEED;

/** The strongest deceleration a behavior may plan with: 0.9 × what wheels and force clamp allow [m/s²]. */
export const plannedDeceleration = (body: BodyLimits): MetersPerSecondSquared =>
  BRAKING_SHARE * Math.min(body.maxAcceleration, body.maxForce / body.mass);

/**
 * v(d) = a (√(T² + 2d/a) − T): constant deceleration a far out, v = d/T close by.
 *
 * Unlike v = √(2ad), whose slope is infinite at d = 0, no step of length ≤ T can overshoot: v·T ≤ d.
 *
 * @param d distance left, ≥ 0
 * @param a deceleration, > 0
 * @param T settling time, > 0: at least one control period, and longer than any lag that is not predicted
 */
export function brakingSpeed(d: Meters, a: MetersPerSecondSquared, T: Seconds): SpeedLimit {
  const root = Math.sqrt(T * T + (2 * d) / a);
  return { speed: a * (root - T), slope: 1 / root };
}
