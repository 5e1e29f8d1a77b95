/** Loads a robot, a mission or a path from its file. */

import { dirname } from 'node:path';
import type { RobotDefinition } from '../robot/robot.js';
import type { MissionSpec } from '../steering/mission.js';
import { UnreadableFile } from '../validation/errors.js';
import { findFile, loadText, ROBOTS, relativeTo } from './loadFile.js';
import { type MissionOptions, parseMission } from './mission/missionFile.js';
import type { FoundPath } from './paths/found.js';
import { parsePath, type ReadPathOptions } from './paths/pathFile.js';
import { parseRobot } from './robot/robotFile.js';

/**
 * Loads a robot definition by name (`scout`) or by the path of its file.
 *
 * @param options.from the folder that a path is relative to; default the working directory
 * @throws FileError with every problem of the file
 * @example
 * ```ts
 * import { loadRobot } from 'steerbot';
 * console.log(loadRobot('scout').chassis.track); // 0.141
 * ```
 */
export function loadRobot(nameOrPath: string, options: { readonly from?: string } = {}): RobotDefinition {
  const file = findFile(nameOrPath, ROBOTS, options.from);
  return parseRobot(loadText(file), file);
}

/** @throws FileError with every problem of the file, and of the paths it names */
export function loadMission(file: string, options: Pick<MissionOptions, 'behaviors'> = {}): MissionSpec {
  const readPath = (name: string) => loadPath(name, { from: dirname(file) }).points;
  return parseMission(loadText(file), file, { ...options, readPath });
}

/** Spreadsheets, arrays and logs. */
const BINARY = /\.(xlsx?|ods|npy|npz|mat|bag|db3|mcap|parquet|fit)$/i;

/**
 * Loads a path from a file of any kind that `parsePath` reads.
 *
 * @param options.from the folder that the path is relative to
 * @throws FileError with the problems of the file
 */
export function loadPath(
  name: string,
  { from = '.', ...options }: ReadPathOptions & { readonly from?: string } = {},
): FoundPath {
  const file = relativeTo(from, name);
  if (BINARY.test(file))
    throw new UnreadableFile(file, 'no text; save it as a table (CSV) with x_m,y_m in its first line');
  return parsePath(loadText(file), file, options);
}
