/** `steerbot wiring`: a robot's file goes in; a table of its wires comes out, and a picture if it is asked for. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadRobot } from '../../config/robot/loadRobot.js';
import { mustBeWritable } from '../terminal/outputFile.js';
import { UsageError } from '../terminal/usageError.js';
import { wiringPicture } from './picture.js';
import { wiringTable } from './table.js';

export interface WiringOptions {
  readonly svg?: string;
}

/** @throws FileError, UsageError */
export function wiring(name: string, { svg }: WiringOptions): void {
  const robot = loadRobot(name);
  if (!robot.board) {
    throw new UsageError(
      `robot '${robot.name}' has no board, so nothing is wired; board and the motors' pins say how; add them to its file`,
    );
  }
  if (svg !== undefined) {
    mustBeWritable('--svg', svg, 'wiring.svg');
    writeFileSync(svg, wiringPicture(robot));
  }
  process.stdout.write(`${wiringTable(robot)}\n`);
  if (svg !== undefined) process.stdout.write(`picture: ${resolve(svg)}\n`);
}
