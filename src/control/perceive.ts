/** estimate and perceive: where the robot is in a tick, and what its behaviors are told. */
import { estimateNow } from '../estimation/estimate.js';
import { toTwist } from '../locomotion/differentialDrive.js';
import { resumeRandom } from '../math/random.js';
import type { Seconds } from '../math/units.js';
import type { Estimate, WheelSpeeds } from '../signals/signals.js';
import type { Percept } from '../steering/behavior.js';
import { knownAt } from './obstacleMemory.js';
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

/** estimate: where the robot is at a tick, and where its commands will have brought it. */
export function estimate(model: RobotModel, state: LoopState, at: Seconds): Now {
  const { estimate, moving } = estimateNow(state.estimator, at, model.estimation);
  return { at, dt: tickLength(model, state, at), estimate, moving };
}

/** Measured, not nominal; a clock that stood still or jumped counts as one period, a long gap as three. */
function tickLength({ period }: RobotModel, { at }: LoopState, now: Seconds): Seconds {
  const elapsed = at === null ? period : now - at;
  return elapsed > 0 ? Math.min(elapsed, 3 * period) : period;
}

/**
 * perceive: all that a behavior may know of the robot and of what is around it.
 *
 * The pose is the predicted one and the velocity the reference's: behaviors steer the body that it will be.
 */
export function perceive({ id, body }: RobotModel, state: LoopState, { at, dt, estimate }: Now): Percept {
  const { targets, surroundings, sights, ranges, levels } = state.around;
  const known = knownAt(at, surroundings, sights);
  return {
    id,
    at,
    dt,
    pose: estimate.predicted,
    velocity: state.mission.reference,
    forwardSpeed: toTwist(state.granted, body.track).linear,
    body,
    targets,
    neighbors: surroundings.neighbors,
    obstacles: known.obstacles,
    sightAge: known.age,
    ranges,
    levels,
    random: resumeRandom(state.mission.random),
  };
}
