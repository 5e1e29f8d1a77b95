/** The commands about files: robots, their wiring, schemas and checks. */
import { Argument, Command, Option } from 'commander';
import { BOARD_NAMES } from '../kit/boards.js';
import type { CheckOptions } from './check.js';
import { FILE_KINDS, type FileKind } from './fileKinds.js';
import type { SchemaOptions } from './fileSchemas.js';
import type { ImportOptions } from './import/import.js';
import type { InitOptions } from './init/questions.js';
import { MOTOR_WIRING_NAMES } from './init/wirings.js';
import type { PresetsOptions } from './presets.js';
import type { End } from './terminal/exitCodes.js';
import type { WiringOptions } from './wiring/wiring.js';

export const initCommand = (end: End): Command =>
  new Command('init')
    .description('write a robot file and a first drive for the robot that you have; at most five questions')
    .argument('[name]', 'the name of the robot; by default that of its kit')
    .option('--kit <kit>', 'the kit: one of `steerbot presets`, or another')
    .addOption(new Option('--board <name>', 'with --kit another: its Arduino').choices(BOARD_NAMES))
    .addOption(
      new Option('--wiring <form>', 'with --kit another: how a motor is wired').choices(MOTOR_WIRING_NAMES),
    )
    .option('--diameter <length>', "with --kit another: diameter of the wheels, such as '65 mm'")
    .option('--track <length>', 'with --kit another: distance between the wheels')
    .option('--yes', 'ask nothing; use the defaults')
    .action(async (name: string | undefined, options: InitOptions) => {
      const { init } = await import('./init/init.js');
      end(await init(name, options));
    });

export const presetsCommand = (): Command =>
  new Command('presets')
    .description('list the robots that come with Steerbot')
    .argument('[name]', 'one of them: print its file, to begin your own with')
    .option('--json', 'print one JSON document')
    .action(async (name: string | undefined, options: PresetsOptions) => {
      const { presets } = await import('./presets.js');
      process.stdout.write(`${presets(name, options)}\n`);
    });

export const wiringCommand = (): Command =>
  new Command('wiring')
    .description('show which pin goes where')
    .argument('<robot>', 'its name, or the path of its file')
    .option('--svg <file>', 'also draw it')
    .option('--json', 'print pins, signs and counts as one JSON document')
    .action(async (robot: string, options: WiringOptions) => {
      const { wiring } = await import('./wiring/wiring.js');
      wiring(robot, options);
    });

export const schemaCommand = (): Command =>
  new Command('schema')
    .description('print the JSON Schema of a kind of file, so that an editor completes and checks it')
    .addArgument(new Argument('[kind]', 'of which file').choices(FILE_KINDS).default('robot'))
    .option('--write <file>', 'write it to a file')
    .option('--behaviors <file>', 'behaviors of your own that missions may call')
    .action(async (kind: FileKind, options: SchemaOptions) => {
      const { schema } = await import('./fileSchemas.js');
      await schema(kind, options);
    });

export const importCommand = (end: End): Command =>
  new Command('import')
    .description(
      "make another tool's path or world a file of ours: tables, GPX, ROS' poses and maps, drawings …",
    )
    .argument('<file>')
    .addOption(new Option('--as <kind>', 'what it holds, if it could be both').choices(['path', 'world']))
    .option('--unit <length>', "what a number of it is, if the file does not say: 'mm', '1mm', '5cm'")
    .option('--write <file>', 'write it to a file, such as course.csv')
    .action(async (file: string, options: ImportOptions) => {
      const { importFile } = await import('./import/import.js');
      end(importFile(file, options));
    });

export const checkCommand = (end: End): Command =>
  new Command('check')
    .description('validate robots, scenarios, missions and paths; every problem at once')
    .argument('<files...>', 'or names of robots and scenes')
    .option(
      '--json',
      'print one JSON document, as for an editor: the place of each mistake, and what was read',
    )
    .option('--behaviors <file>', 'behaviors of your own that they call: a JavaScript file that exports them')
    .action(async (files: string[], options: CheckOptions) => {
      const { checkAll } = await import('./check.js');
      end(await checkAll(files, options));
    });
