/** `--resume FILE`: the mission of a recorded drive, and the state in which its recording ends. */

import type { LoopState } from '../../control/state.js';
import { without } from '../../estimation/belief.js';
import type { Seconds } from '../../math/units.js';
import { openRecording } from '../../recording/reading/openRecording.js';
import type { Recording } from '../../recording/reading/recording.js';
import type { RobotDefinition } from '../../robot/robot.js';
import type { MissionSpec, OwnBehaviors } from '../../steering/mission.js';
import { FileError, messageOf } from '../../validation/errors.js';
import { cannotResume, stateAt } from '../replay/resimulate.js';

export interface PastDrive {
  readonly mission: MissionSpec;
  readonly state: LoopState;
  /** When the recording ends. */
  readonly until: Seconds;
}

/**
 * From the last keyframe on, the recorded inputs run through the loop once more: so the state is that of the last recorded
 * tick, also of a recording that a crash has cut.
 *
 * @throws FileError where the file holds no drive of this robot
 */
export function pastDrive(file: string, robot: RobotDefinition, own: OwnBehaviors): PastDrive {
  const recording = openRecording(file);
  try {
    return pastOf(recording, robot, own);
  } finally {
    recording.close();
  }
}

function pastOf(recording: Recording, robot: RobotDefinition, own: OwnBehaviors): PastDrive {
  const [id, ...others] = recording.robots;
  if (id === undefined) throw cannotResume(recording, 'it holds no inputs of a robot');
  if (others.length > 0)
    throw cannotResume(recording, `it holds ${others.length + 1} robots, and one can go on`);
  let last: ReturnType<typeof stateAt>;
  try {
    last = stateAt(recording, id, own, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw cannotResume(recording, `${messageOf(error)}; ${error instanceof RangeError ? OWN_CURE : CURE}`);
  }
  if (!last) throw cannotResume(recording, `no state of '${id}' is in it; it ended before its first tick`);
  const { prepared, state } = last;
  if (prepared.robot.name !== robot.name)
    throw cannotResume(
      recording,
      `it is of '${prepared.robot.name}'; resume that robot, and not '${robot.name}'`,
    );
  // The recording says what to do; how fast and how far the robot may go, its own file does.
  const mission = state.setup?.mission ?? prepared.mission;
  const known = isSameBody(prepared.robot, robot) ? state : unlearned(state);
  return { mission, state: known, until: recording.duration };
}

const isSameBody = (then: RobotDefinition, now: RobotDefinition): boolean =>
  (['chassis', 'wheels', 'encoders'] as const).every(
    (part) => JSON.stringify(then[part]) === JSON.stringify(now[part]),
  );

/** What was learned of a body says nothing once its file was corrected. */
function unlearned(state: LoopState): LoopState {
  const { estimator } = state;
  const belief = estimator.belief.errors.reduce(without, estimator.belief);
  return { ...state, estimator: { ...estimator, belief } };
}

const OWN_CURE = 'add --behaviors FILE.js with your own behaviors';
const CURE = 'drive the mission from its beginning instead';
