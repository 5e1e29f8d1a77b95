/** A robot definition out of a file. */

import type { RobotDefinition } from '../../robot/robot.js';
import { findFile, loadText, ROBOTS } from '../loadFile.js';
import { parseRobot } from './robotFile.js';

/**
 * A robot by name (`scout`) or by the path of its file.
 *
 * @param options.from the folder that a path is relative to; default the working directory
 * @throws FileError with every problem of the file
 */
export function loadRobot(nameOrPath: string, options: { readonly from?: string } = {}): RobotDefinition {
  const file = findFile(nameOrPath, ROBOTS, options.from);
  return parseRobot(loadText(file), file);
}
