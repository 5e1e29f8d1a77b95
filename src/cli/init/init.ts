/** `steerbot init`: writes a robot file and a first scenario that run at once, and prints the next steps. */
import { mkdirSync, rmSync } from 'node:fs';
import { knownNames, ROBOTS } from '../../config/loadFile.js';
import { parseRobot } from '../../config/robot/robotFile.js';
import { writeValue } from '../../config/yaml/yamlEdit.js';
import { hasDeadMan } from '../../robot/deadMan.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { didYouMean, messageOf, UsageError } from '../../validation/errors.js';
import { editorLine } from '../fileKinds.js';
import { jsonSchemaText } from '../fileSchemas.js';
import { kitChoices, kitText, OTHER_KIT, soldAs } from '../presets.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { createFile, mustBeNew, writeOutput } from '../terminal/outputFile.js';
import { isAttended } from '../terminal/terminal.js';
import { answerSource, askKit, askRobot, Declined, type InitOptions } from './questions.js';
import { firstDriveTemplate, lengthFault, robotTemplate } from './templates.js';

/** @param given the new robot's name; by default that of its kit @throws UsageError before anything is written */
export async function init(given: string | undefined, options: InitOptions): Promise<ExitCode> {
  if (given !== undefined) requireNewName(given);
  refuseOptions(options);
  const attended = isAttended();
  try {
    const ask = answerSource(options, attended);
    const kit = options.kit ?? (await askKit(ask, kitChoices()));
    const name = given ?? (kit === OTHER_KIT ? 'my-robot' : `my-${kit}`);
    requireNewName(name);
    const robot =
      kit === OTHER_KIT ? robotTemplate(name, await askRobot(ask, options)) : renamed(kitText(kit), name);
    const definition = parseRobot(robot, name);
    write(name, robot);
    if (options.kit !== undefined) process.stderr.write(variantHint(options.kit));
    process.stdout.write(nextSteps(name, definition));
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT.interrupted;
  }
}

/** Which other boards are sold under the name of this kit; empty if none. */
function variantHint(kit: string): string {
  const kits = kitChoices();
  const [chosen] = kits.filter(({ name }) => name === kit);
  const others = chosen ? soldAs(kits, chosen) : [];
  if (!chosen?.variant || others.length === 0) return '';
  const { of, look } = chosen.variant;
  const list = others.map(({ name, variant }) => `  --kit ${name}: ${variant?.look}\n`).join('');
  return `${of}: this file is for the one with this look: ${look}. Others are sold under that name:\n${list}`;
}

/** A plain file name that no robot of the package has: those are found before the new file. */
function requireNewName(name: string): void {
  const plain = name
    .replace(/\.ya?ml$/, '')
    .replace(/[^\w-]+/g, '-')
    .replace(/^[^a-z]+|-+$/gi, '');
  if (plain !== name) {
    throw new UsageError(
      `'${name}' is not a name for a robot; a name is a letter, then letters, digits, - and _; try '${plain || 'my-robot'}'`,
    );
  }
  if (!knownNames(ROBOTS).includes(name)) return;
  throw new UsageError(`there is a robot '${name}' already; choose another name; try 'my-${name}'`);
}

/** @throws UsageError for options with wrong values, or that do not fit together */
function refuseOptions({ kit, board, wiring, diameter, track }: InitOptions): void {
  const told = Object.entries({ board, wiring, diameter, track }).find(([, value]) => value !== undefined);
  if (told && kit !== OTHER_KIT) {
    throw new UsageError(`--${told[0]} is for a robot that you wired yourself; add --kit ${OTHER_KIT}`);
  }
  const names = [...kitChoices().map(({ name }) => name), OTHER_KIT];
  if (kit !== undefined && !names.includes(kit)) {
    const unknown = `--kit '${kit}' is not known; choose one that \`npx steerbot presets\` prints, or ${OTHER_KIT}`;
    throw new UsageError([unknown, didYouMean(kit, names)].filter(Boolean).join('; '));
  }
  for (const [option, length] of Object.entries({ diameter, track })) {
    const fault = length === undefined ? undefined : lengthFault(length);
    if (fault !== undefined) throw new UsageError(`--${option}: ${fault}`);
  }
}

const renamed = (text: string, name: string): string =>
  writeValue(text, name, { path: ['name'], write: () => name });

const SCHEMA_FOLDER = '.steerbot';

/** Guards existing files: both files are new, or neither is written. @throws UsageError */
function write(name: string, robot: string): void {
  const [robotFile, driveFile] = [`${name}.yaml`, `${name}-first-drive.yaml`];
  for (const file of [robotFile, driveFile]) mustBeNew('init:', file, 'my-robot.yaml');
  const drive = firstDriveTemplate(
    `${name}-first-drive`,
    `./${robotFile}`,
    parseRobot(robot, robotFile).encoders !== undefined,
  );
  // Ours, and rewritten each time, so that editors know what this Steerbot knows.
  mkdirSync(SCHEMA_FOLDER, { recursive: true });
  for (const kind of ['robot', 'scenario'] as const)
    writeOutput('init:', schemaFile(kind), jsonSchemaText(kind), 'my-robot.yaml');
  create(robotFile, `${editorLine(schemaFile('robot'))}\n${robot}`);
  try {
    create(driveFile, `${editorLine(schemaFile('scenario'))}\n${drive}`);
  } catch (error) {
    rmSync(robotFile, { force: true });
    throw error;
  }
}

/** @throws UsageError; then there is no such file of ours */
function create(file: string, text: string): void {
  try {
    if (createFile(file, text)) return;
  } catch (error) {
    throw new UsageError(`init: '${file}' cannot be written (${messageOf(error)}); nothing was written`);
  }
  throw new UsageError(`init: '${file}' exists already; choose another name, or move it away first`);
}

const schemaFile = (kind: 'robot' | 'scenario'): string => `${SCHEMA_FOLDER}/${kind}.schema.json`;

/** A robot whose file names no board cannot drive for real. */
function nextSteps(name: string, robot: RobotDefinition): string {
  const slowly = hasDeadMan(robot) ? '' : ' --without-deadman';
  const sim = `  npx steerbot sim ${name}-first-drive         watch it drive, without a robot`;
  const real = `  npx steerbot wiring ${name}                  which pin goes where
  npx steerbot flash ${name}                   put the firmware on its board
  npx steerbot drive ${name} --try-wheels${slowly}      wheels raised: which wheel is which, and which way it turns
  npx steerbot drive ${name} --arrive 0.3,0${slowly}    on the floor: 30 cm ahead, before it may go farther

No robot at hand? --port emulated uses an emulated Arduino instead.`;
  const next = robot.board !== undefined ? `${sim}\n${real}` : sim;
  return `${name}.yaml and ${name}-first-drive.yaml are written. Next:\n\n${next}\n`;
}
