/** A robot as programs name it. */
import { aDefinition } from '../robot/definitionShape.js';
import type { RobotDefinition } from '../robot/robot.js';
import { misuse } from '../validation/caller.js';
import { loadRobot } from './loadDefinition.js';

/**
 * @param taker the public function, for messages
 * @param robot its name, the path of its file, or a definition
 * @throws FileError for a faulty file; TypeError for what is none of these
 */
export function robotOf(taker: string, robot: string | RobotDefinition): RobotDefinition {
  if (typeof robot === 'string') return loadRobot(robot);
  const trouble = aDefinition(robot);
  if (trouble !== undefined) throw misuse(`${taker}: the robot ${trouble}, or its name`);
  return robot;
}
