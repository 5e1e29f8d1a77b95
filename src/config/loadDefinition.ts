/** Loads a robot, a mission or a path from its file. */

import { dirname } from 'node:path';
import { aDrivable } from '../robot/definitionCheck.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { MissionSpec } from '../steering/mission.js';
import { misuse } from '../validation/caller.js';
import { UnreadableFile } from '../validation/errors.js';
import { requireText } from '../validation/options.js';
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
  requireText('loadRobot', 'the name or file', nameOrPath);
  const file = findFile(nameOrPath, ROBOTS, options.from);
  return parseRobot(loadText(file), file);
}

/**
 * A robot as programs name it.
 *
 * @param taker the public function, for messages
 * @param robot its name, the path of its file, or a definition
 * @throws FileError for a faulty file; TypeError for what is none of these
 */
export function robotOf(taker: string, robot: string | RobotDefinition): RobotDefinition {
  if (typeof robot === 'string') return loadRobot(robot);
  const trouble = aDrivable(robot);
  if (trouble !== undefined) throw misuse(`${taker}: the robot ${trouble}, or its name`);
  return robot;
}

/** @throws FileError with every problem of the file, and of the paths it names */
export function loadMission(file: string, options: Pick<MissionOptions, 'behaviors'> = {}): MissionSpec {
  const readPath = (name: string) => loadFoundPath(name, { from: dirname(file) }).points;
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
export function loadFoundPath(
  name: string,
  { from = '.', ...options }: ReadPathOptions & { readonly from?: string } = {},
): FoundPath {
  const file = relativeTo(from, name);
  if (BINARY.test(file))
    throw new UnreadableFile(file, 'no text; save it as a table (CSV) with x_m,y_m in its first line');
  return parsePath(loadText(file), file, options);
}

/** A point of a path; a third number is the greatest speed there [m/s]. */
export type PathRow = readonly [x: number, y: number] | readonly [x: number, y: number, speed: number];

/**
 * The points of a path's file, in metres: for `followPath({ path: loadPath('course.csv') })`. It reads tables with their units,
 * GPX, SVG, and what else the command line does.
 *
 * @throws FileError with the problems of the file
 * @example
 * ```ts
 * import { FileError, loadPath } from 'steerbot';
 * try {
 *   console.log(loadPath('none.csv').length);
 * } catch (error) {
 *   console.log(error instanceof FileError); // true
 * }
 * ```
 */
export function loadPath(file: string): PathRow[] {
  requireText('loadPath', 'the file', file);
  return loadFoundPath(file).points.map(({ x, y, speed }) =>
    speed === undefined ? ([x, y] as const) : ([x, y, speed] as const),
  );
}
