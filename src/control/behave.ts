/** behave: asks the mission for its steering in a tick. */
import { isLearning } from '../estimation/gyro.js';
import { ZERO } from '../math/geometry.js';
import type { RandomState } from '../math/random.js';
import type { Seconds } from '../math/units.js';
import { hasPower } from '../safety/supervisor.js';
import type { Contribution } from '../signals/signals.js';
import { ask, contributionsOf } from '../steering/asking.js';
import type { Percept, Steering } from '../steering/behavior.js';
import { type Ended, endedBy } from '../steering/missions/outcome.js';
import { messageOf } from '../validation/errors.js';
import { fieldOf } from '../validation/values.js';
import type { RobotModel } from './robotModel.js';
import type { LoopState } from './state.js';

/** The mission's answer, or that it was not asked. */
export interface Asked {
  /** The steering of its behaviors; null if they were not asked. */
  readonly steering: Steering | null;
  readonly contributions: readonly Contribution[];
  readonly arrived: boolean;
  readonly memory: unknown;
  readonly random: RandomState;
  /** How long it has been asked while the robot could drive. */
  readonly time: Seconds;
  /** What it tells as signals in this tick. */
  readonly sets?: Steering['sets'];
  /** How the mission has ended; missing while it runs, and where nothing but arrival ends it. */
  readonly ended?: Ended;
  /** Why the robot must not drive. */
  readonly fault?: string;
}

/** The mission is not asked, and keeps its memory. */
export const unasked = ({ mission: { memory, random, time = 0 } }: LoopState): Asked => ({
  steering: null,
  contributions: [],
  arrived: false,
  memory,
  random,
  time,
});

/** Asks the mission, after a gyroscope, if any, has learned its bias at a standstill. */
export function behave(model: RobotModel, state: LoopState, percept: Percept): Asked {
  const { gyro, source } = state.estimator;
  if (gyro && source !== 'pose' && isLearning(gyro, percept.at)) return unasked(state);
  const { steering, fault } = answer(model, state, percept);
  const { memory, random, time = 0 } = state.mission;
  const ended = steering.done === undefined ? undefined : endedBy(steering);
  // Time does not pass for a story whose robot stands by order: its waits and limits go on when it is armed.
  const isHeld = model.hasSteps && !hasPower(state.guards.supervisor);
  return {
    steering,
    contributions: finiteContributions(model, steering),
    arrived: isHeld ? hadEnded(memory) : ended ? ended.how === 'done' : (steering.arrived ?? false),
    memory: isHeld ? memory : steering.memory,
    random: isHeld ? random : percept.random.state(),
    time: isHeld ? time : time + percept.dt,
    ...(steering.sets && !isHeld && { sets: steering.sets }),
    ...(ended && !isHeld && { ended: { ...ended, where: ended.where ?? model.behavior.name ?? 'own' } }),
    ...(fault !== undefined && { fault }),
  };
}

/** Whether a story was over before the robot was stopped. */
const hadEnded = (memory: unknown): boolean => fieldOf(fieldOf(memory, 'ended'), 'how') === 'done';

/** Asks the mission. A behavior that throws or returns NaN stops the robot and latches a fault. */
function answer(
  { behavior }: RobotModel,
  { mission: { memory }, guards: { supervisor } }: LoopState,
  percept: Percept,
): { readonly steering: Steering; readonly fault?: string } {
  const silent: Steering = { memory };
  if (supervisor.safety === 'faulted') return { steering: silent };
  try {
    return { steering: ask(behavior, percept, memory, ZERO) };
  } catch (error) {
    return { steering: silent, fault: messageOf(error) };
  }
}

/** The contributions. With direct steering no force acts, so their forces are zero. */
function finiteContributions({ behavior, steering }: RobotModel, said: Steering): readonly Contribution[] {
  const contributions = contributionsOf(behavior, said);
  return steering === 'direct'
    ? contributions.map((contribution) => ({ ...contribution, force: ZERO }))
    : contributions;
}
