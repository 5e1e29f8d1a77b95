/** estimate: the instant that a tick is for, and where the robot is then. */
import { estimateNow } from '../estimation/estimate.js';
import type { Seconds } from '../math/units.js';
import type { Estimate, WheelSpeeds } from '../signals/signals.js';
import type { RobotModel } from './robotModel.js';
import type { LoopState } from './state.js';

export interface Now {
  readonly at: Seconds;
  /** Length of the tick. */
  readonly dt: Seconds;
  readonly estimate: Estimate;
  /** The wheels' speeds once all that was sent has worked. */
  readonly moving: WheelSpeeds;
}

export function estimate(model: RobotModel, state: LoopState, at: Seconds): Now {
  const { estimate, moving } = estimateNow(state.estimator, at, model.estimation);
  return { at, dt: tickLength(model, state, at), estimate, moving };
}

/** Measured, not nominal; a clock that stood still or jumped counts as one period, a long gap as three. */
function tickLength({ period }: RobotModel, { at }: LoopState, now: Seconds): Seconds {
  const elapsed = at === null ? period : now - at;
  return elapsed > 0 ? Math.min(elapsed, 3 * period) : period;
}
