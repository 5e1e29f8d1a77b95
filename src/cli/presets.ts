/** The robots that come with Steerbot: `steerbot presets` lists and prints them, and `init` starts from one of them. */

import { join } from 'node:path';
import { loadRobot } from '../config/loadDefinition.js';
import { findFile, loadText, packagedNames, packageFolder, ROBOTS } from '../config/loadFile.js';
import { parseRobot } from '../config/robot/robotFile.js';
import { motorDriverOf } from '../kit/motorDrivers.js';
import { SHIELDS } from '../kit/shields.js';
import type { RobotDefinition } from '../robot/robot.js';
import { didYouMean, UsageError } from '../validation/errors.js';
import { alignColumns } from './terminal/terminal.js';

/** What a user chooses by; a text is empty where it does not apply. */
export interface Preset {
  readonly name: string;
  readonly kit: string;
  readonly board: string;
  /** What drives its wheels. */
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

const PRESET_COLUMNS = ['name', 'kit', 'board', 'drive', 'tested'] as const;

const presetTable = (presets: readonly Preset[]): string =>
  alignColumns([
    PRESET_COLUMNS,
    ...presets.map((preset) => PRESET_COLUMNS.map((column) => preset[column] || '-')),
  ]).join('\n');

/** @throws UsageError where no robot of the package has that name */
function requirePreset(name: string): void {
  const names = packagedNames(ROBOTS);
  if (names.includes(name)) return;
  const hint = didYouMean(name, names) || `there are ${names.sort().join(', ')}`;
  throw new UsageError(`no preset is called '${name}'; ${hint}`);
}

export interface PresetsOptions {
  readonly json?: boolean;
}

/** The text to print. @throws UsageError */
export function presets(name: string | undefined, { json }: PresetsOptions): string {
  if (name === undefined) return json ? JSON.stringify(presetList()) : presetTable(presetList());
  requirePreset(name);
  return json ? JSON.stringify(loadRobot(name)) : loadText(findFile(name, ROBOTS)).trimEnd();
}

export interface KitChoice {
  /** The name of its file. */
  readonly name: string;
  /** The name that users know. */
  readonly title: string;
  /** Where several boards are sold under one name: that name, and how this one is told by its look. */
  readonly variant?: RobotDefinition['variant'];
}

/** The kit of most hobby robots. */
export const DEFAULT_KIT = 'generic-l298n';
/** Stands for none of the kits. */
export const OTHER_KIT = 'another';

/** The text of a kit's file, with its comments. */
export const kitText = (name: string): string =>
  loadText(join(packageFolder(), ROBOTS.folder, `${name}.yaml`));

/** The default first, the others by name. */
export function kitChoices(): KitChoice[] {
  const names = packagedNames(ROBOTS).sort();
  return [DEFAULT_KIT, ...names.filter((name) => name !== DEFAULT_KIT)].map((name) => {
    const { kit = name, variant } = parseRobot(kitText(name), name);
    return { name, title: kit, ...(variant && { variant }) };
  });
}

/** The kits that are sold under the same name as this one; none if it is the only one. */
export const soldAs = (kits: readonly KitChoice[], { name, variant }: KitChoice): KitChoice[] =>
  variant ? kits.filter((other) => other.variant?.of === variant.of && other.name !== name) : [];
