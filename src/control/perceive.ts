/** perceive: what behaviors are told of the robot and of what is around it. */
import { toTwist } from '../locomotion/differentialDrive.js';
import { resumeRandom } from '../math/random.js';
import type { Percept } from '../steering/behavior.js';
import type { Now } from './now.js';
import { knownAt } from './obstacleMemory.js';
import type { RobotModel } from './robotModel.js';
import type { LoopState } from './state.js';

/** The pose is the predicted one and the velocity the reference's: behaviors steer the body that it will be. */
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
