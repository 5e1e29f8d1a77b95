/** Does the robot's file say all that is needed, and does its wiring make sense? */

import { loadRobot } from '../../config/robot/loadRobot.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { FileError, UnreadableFile } from '../../validation/errors.js';
import { CHECK, ok, type Row, skipped, wrong } from './row.js';

export interface CheckedRobot {
  readonly rows: readonly Row[];
  /** Of a file with nothing wrong. */
  readonly robot?: RobotDefinition;
}

/** @throws FileError where there is no such file */
export function checkRobot(name: string | undefined): CheckedRobot {
  if (name === undefined) {
    return {
      rows: [skipped(CHECK.robot, 'none is named', 'look at a robot too with `steerbot doctor ROBOT`')],
    };
  }
  try {
    const robot = loadRobot(name);
    const { board } = robot;
    if (board) return { robot, rows: [ok(CHECK.robot, `${robot.name}: ${board}, wired without a fault`)] };
    return {
      robot,
      rows: [wrong(CHECK.robot, 'it names no board; add `board: uno` to it, or nano, or mega')],
    };
  } catch (error) {
    if (!(error instanceof FileError) || error instanceof UnreadableFile) throw error;
    const rows = error.faults.map(({ line, found, allowed, cure }) =>
      wrong(CHECK.robot, [`line ${line}: ${found}`, allowed, cure].filter((part) => part !== '').join('; ')),
    );
    return { rows };
  }
}
