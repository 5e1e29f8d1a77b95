/** How behaviors plan their braking: how hard, how late, and where the goal begins. */

import { SETTLED_SPEED } from '../math/standstill.js';
import { BRAKING_SHARE } from '../math/stopping.js';
import type { Meters, MetersPerSecond, MetersPerSecondSquared, Seconds } from '../math/units.js';
import type { BodyLimits } from '../robot/limits.js';

/** Latency and lag are predicted from the robot's figures, which may be slightly wrong: this much may remain. */
const UNPREDICTED_LAG: Seconds = 0.02;

/**
 * T of the braking curve: one and a half times the period, or what may remain of the lag, whichever is more.
 *
 * @example
 * ```ts
 * import { settlingTime } from 'steerbot/geometry';
 * console.log(settlingTime(0.1).toFixed(2)); // 0.15
 * ```
 */
export const settlingTime = (dt: Seconds): Seconds => 1.5 * Math.max(dt, UNPREDICTED_LAG);

/**
 * Nearer than this the desired velocity is zero, so that the robot does not hunt for the last millimetre: at most 3 mm.
 */
export const holdBand = (within: Meters): Meters => Math.min(0.003, 0.3 * within);

export const standsStill = (forwardSpeed: MetersPerSecond): boolean => Math.abs(forwardSpeed) < SETTLED_SPEED;

/**
 * The strongest deceleration a behavior may plan with: 0.9 × what wheels and force clamp allow [m/s²].
 *
 * @example
 * ```ts
 * import { arrive, loadRobot } from 'steerbot';
 * import { prepareModel } from 'steerbot/control';
 * import { plannedDeceleration } from 'steerbot/geometry';
 * const model = prepareModel(loadRobot('scout'), arrive({ target: [1, 0] }));
 * console.log(plannedDeceleration(model.body).toFixed(2)); // 0.90
 * ```
 */
export const plannedDeceleration = (body: BodyLimits): MetersPerSecondSquared =>
  BRAKING_SHARE * Math.min(body.maxAcceleration, body.maxForce / body.mass);
