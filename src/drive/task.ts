/** What a run is to do: a behavior, as a program gives it. */
import { checkedMission } from '../config/mission/buildMission.js';
import type { RobotDefinition } from '../robot/robot.js';
import { type Behavior, defineBehavior } from '../steering/behavior.js';
import { type MissionSpec, writtenMission } from '../steering/mission.js';
import { DriverError } from '../validation/errors.js';
import { blindTrouble } from './sight.js';

/** A behavior, the mission that it stands for, and the own behaviors that the mission names. */
export interface Task {
  readonly behavior: Behavior;
  readonly mission: MissionSpec;
  readonly own: Record<string, () => Behavior>;
}

/**
 * @param hasMap whether the program gives a map of obstacles
 * @throws FileError for behaviors in places where they are not allowed; DriverError for a robot that lacks a sensor
 */
export function taskOf(robot: RobotDefinition, behavior: Behavior, hasMap: boolean): Task {
  const own: Task['own'] = {};
  const mission = checkedMission(writtenMission(behavior, own), own);
  const trouble = blindTrouble(robot, mission, hasMap || 'surroundings$');
  if (trouble !== undefined) throw new DriverError(trouble);
  return { behavior, mission, own };
}

/** What a robot does until the first behavior of a stream comes. */
export const STANDING: Behavior = defineBehavior({
  name: 'stand',
  start: () => null,
  steer: (_, memory) => ({ memory, stands: { why: 'it waits for the first behavior of the program' } }),
});
