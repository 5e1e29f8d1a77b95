/** A robot that may drive no faster than a limit, such as one whose board has no dead-man. */
import type { MetersPerSecond } from '../math/units.js';
import type { Setup } from '../signals/signals.js';
import type { RobotModel } from './robotModel.js';

/**
 * The same model with a limit for every wheel's speed.
 *
 * @example
 * ```ts
 * import { arrive, loadRobot } from 'steerbot';
 * import { prepareModel, slowed } from 'steerbot/control';
 * const model = prepareModel(loadRobot('scout'), arrive({ target: [1, 0] }));
 * console.log(slowed(model, 0.1).body.maxSpeed); // 0.1
 * ```
 */
export function slowed(model: RobotModel, limit: MetersPerSecond): RobotModel {
  const { body } = model;
  const maxSpeed = Math.min(body.maxSpeed, limit);
  const maxWheelSpeed = Math.min(body.maxWheelSpeed, limit);
  // Guards people: a later change must not lift the limit.
  const changed = (setup: Setup) => slowed(model.changed(setup), limit);
  return { ...model, body: Object.freeze({ ...body, maxSpeed, maxWheelSpeed }), changed };
}
