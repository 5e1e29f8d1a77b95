/** The model of a robot in use: as an operator has changed it, or with a limit to its speed, such as one without a dead-man. */
import type { MetersPerSecond } from '../math/units.js';
import type { Setup } from '../signals/signals.js';
import type { RobotModel } from './robotModel.js';

/** Created once per setup; each tick looks it up. */
const modelsBySetup = new WeakMap<Setup, { readonly from: RobotModel; readonly to: RobotModel }>();

/**
 * The model in use: as prepared, or as changed by an operator.
 *
 * @example
 * ```ts
 * import { arrive, loadRobot } from 'steerbot';
 * import { modelFor, prepareModel, startLoop } from 'steerbot/control';
 * const model = prepareModel(loadRobot('scout'), arrive({ target: [1, 0] }));
 * const start = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
 * console.log(modelFor(model, start.setup) === model); // true
 * ```
 */
export function modelFor(model: RobotModel, setup: Setup | null): RobotModel {
  if (setup === null) return model;
  const known = modelsBySetup.get(setup);
  if (known?.from === model) return known.to;
  const to = model.changed(setup);
  modelsBySetup.set(setup, { from: model, to });
  return to;
}

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
