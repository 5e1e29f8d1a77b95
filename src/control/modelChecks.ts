/** What programs give to their own loop, checked. */
import { aDefinition } from '../robot/definitionCheck.js';
import { requireBehaviors } from '../steering/behavior.js';
import { misuse } from '../validation/caller.js';
import { described } from '../validation/options.js';
import { fieldOf } from '../validation/values.js';

/** @throws TypeError for what is no definition, or no behavior */
export function requireModelParts(robot: unknown, behavior: unknown): void {
  const trouble = aDefinition(robot);
  if (trouble !== undefined) throw misuse(`prepareModel: the robot ${trouble}`);
  requireBehaviors('prepareModel', [behavior], 2);
}

/** @throws TypeError for what `prepareModel` has not made */
export function requireModel(taker: string, model: unknown): void {
  if (typeof fieldOf(model, 'changed') === 'function') return;
  throw misuse(
    `${taker}: the model is ${described(model)}; what prepareModel(robot, behavior) makes is wanted`,
  );
}
