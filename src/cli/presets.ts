/** `steerbot presets`: the robots that come with Steerbot, as a table, as one file's text, or as one JSON document. */

import { findFile, loadText, packagedNames, ROBOTS } from '../config/loadFile.js';
import { loadRobot } from '../config/robot/loadRobot.js';
import { motorDriverOf } from '../config/robot/wiring/motorDrivers.js';
import type { RobotDefinition } from '../robot/robot.js';
import { SHIELDS } from '../robot/shields.js';
import { didYouMean } from '../validation/errors.js';
import { UsageError } from './terminal/usageError.js';

/** What a reader chooses by; empty where it does not apply. */
export interface Preset {
  readonly name: string;
  readonly kit: string;
  readonly board: string;
  /** What turns its wheels. */
  readonly drive: string;
  readonly tested: string;
}

function driveOf({ left, driver }: RobotDefinition['motors']): string {
  if (left?.shield !== undefined) return SHIELDS[left.shield]?.title ?? left.shield;
  if (left?.servo !== undefined) return 'servos';
  return motorDriverOf(driver)?.title ?? '';
}

function presetOf(name: string): Preset {
  const { kit = '', board = '', motors, tested = '' } = loadRobot(name);
  return { name, kit, board, drive: driveOf(motors), tested };
}

/** Every robot of the package, by its name. */
export const presetList = (): Preset[] => packagedNames(ROBOTS).sort().map(presetOf);

/** Columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const COLUMNS = ['name', 'kit', 'board', 'drive', 'tested'] as const;

const listed = (presets: readonly Preset[]): string =>
  table([COLUMNS, ...presets.map((preset) => COLUMNS.map((column) => preset[column] || '-'))]);

/** @throws UsageError where no robot of ours has that name */
function mustBeOurs(name: string): void {
  const names = packagedNames(ROBOTS);
  if (names.includes(name)) return;
  const hint = didYouMean(name, names) || `there are ${names.sort().join(', ')}`;
  throw new UsageError(`no preset is called '${name}'; ${hint}`);
}

export interface PresetsOptions {
  readonly json?: boolean;
}

/** What is to be printed. @throws UsageError */
export function presets(name: string | undefined, { json }: PresetsOptions): string {
  if (name === undefined) return json ? JSON.stringify(presetList()) : listed(presetList());
  mustBeOurs(name);
  return json ? JSON.stringify(loadRobot(name)) : loadText(findFile(name, ROBOTS)).trimEnd();
}
