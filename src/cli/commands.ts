/**
 * Every command of the command line: its purpose, arguments and options.
 *
 * At first only what the help needs is loaded; a command's code is imported when it runs.
 */

import { Command, Option } from 'commander';
import { type CalibrateOptions, METHODS, parseParts } from './calibrate/options.js';
import type { CompareOptions } from './compare/compare.js';
import type { DoctorOptions } from './doctor/doctor.js';
import type { DriveCommandOptions } from './drive/drive.js';
import { joinedPoint } from './drive/joinedPoint.js';
import { parseSeed } from './experiment/options.js';
import {
  checkCommand,
  importCommand,
  initCommand,
  presetsCommand,
  schemaCommand,
  wiringCommand,
} from './fileCommands.js';
import type { FlashOptions } from './flash/flash.js';
import { withExamples } from './helpTexts.js';
import { ANY_BODY, baudOption, insecureLinkOption, portOption } from './linkOptions.js';
import type { PortsOptions } from './ports.js';
import { replayCommand } from './replayCommand.js';
import {
  distanceLimitOption,
  fenceOption,
  foxgloveOption,
  listenOption,
  noOpenOption,
  recordOption,
  timeLimitOption,
} from './sharedOptions.js';
import { simCommand } from './simCommand.js';
import { studyCommand, workerCommand } from './studyCommands.js';
import type { End } from './terminal/exitCodes.js';

const portsCommand = (end: End): Command =>
  new Command('ports')
    .description('list the boards that are plugged in')
    .option('--json', 'print them as one JSON document')
    .action(async (options: PortsOptions) => {
      const { ports } = await import('./ports.js');
      end(await ports(options));
    });

const flashCommand = (end: End): Command =>
  new Command('flash')
    .description('put the firmware on the board')
    .argument('<robot>', 'its name or the path of its file, which names its board; or uno, nano, mega')
    .option('--port <port>', 'auto, a path, serial:ID or emulated', 'auto')
    .option('--yes', 'ask nothing')
    .action(async (robot: string, options: FlashOptions) => {
      const { flash } = await import('./flash/flash.js');
      end(await flash(robot, options));
    });

const doctorCommand = (end: End): Command =>
  new Command('doctor')
    .description('say what keeps a robot from driving, and what to do about it')
    .argument('[robot]', 'its name, or the path of its file')
    .addOption(portOption())
    .addOption(baudOption())
    .addOption(insecureLinkOption())
    .option('--turn-wheels', 'wheels raised: turn them, to measure how late they answer')
    .option('--json', 'print it as one JSON document')
    .action(async (robot: string | undefined, options: DoctorOptions) => {
      const { doctor } = await import('./doctor/doctor.js');
      end(await doctor(robot, options));
    });

type DriveArguments = DriveCommandOptions & { readonly tryWheels?: boolean };

const driveCommand = (end: End): Command =>
  new Command('drive')
    .description('drive a real robot, an emulated or a simulated one')
    .argument('<robot>', 'its name, or the path of its file')
    .argument('[more...]')
    .usage('[options] <robot>')
    .option('--seek <x,y>', 'pass through a point')
    .option('--arrive <x,y>', 'go to a point and stand still there')
    .option('--path <file>', 'follow a path')
    .option('--mission <file>', 'do what a mission file says')
    .option('--resume <run.mcap>', 'go on with the mission of a recorded drive where its recording ends')
    .option('--at <x,y,heading>', "with --resume: where it stands now, such as '0.5,0.2,90deg', or 'here'")
    .option('--start <x,y,heading>', "where it stands at first, such as '5,5,90deg'; by default 0,0,0")
    .option('--from-path-start', 'it stands at the begin of its path, along it')
    .option('--wait', 'wait until a target is chosen on the page, or the robot is driven by hand')
    .option(
      '--behaviors <file>',
      'behaviors of your own that the mission calls: a JavaScript file that exports them',
    )
    .option('--try-wheels', 'wheels raised: turn one at a time, ask what it did, and correct the file')
    .addOption(timeLimitOption())
    .addOption(distanceLimitOption())
    .addOption(fenceOption())
    .addOption(portOption(ANY_BODY))
    .addOption(baudOption())
    .addOption(insecureLinkOption())
    .option(
      '--miswired <seed>',
      'with --port emulated: wired unlike its file, to practise --try-wheels on',
      parseSeed,
    )
    .option('--without-deadman', 'drive slowly with a board that does not stop when this computer fails')
    .option('--headless', 'ask nothing, show no page, give up when the robot is lost')
    .option('--json', 'print how it ended as one JSON document')
    .addOption(recordOption())
    .addOption(listenOption())
    .addOption(noOpenOption())
    .addOption(foxgloveOption())
    .action(async (first: string, more: string[], { tryWheels: trial, ...given }: DriveArguments) => {
      const { robot, ...options } = joinedPoint(first, more, given);
      if (trial) {
        const { tryWheels } = await import('./tryWheels/tryWheels.js');
        end(await tryWheels(robot, options));
      } else {
        const { driveCommand } = await import('./drive/drive.js');
        end(await driveCommand(robot, options));
      }
    });

const calibrateCommand = (end: End): Command =>
  new Command('calibrate')
    .description("measure the robot's own figures, and write them into its file")
    .argument('<robot>', 'its name, or the path of its file')
    .option('--only <parts>', 'motors, gyro, track, latency: some of these, with commas', parseParts)
    .addOption(
      new Option(
        '--with <method>',
        'what tells where it is on the floor; gyro if there is one, else tape',
      ).choices(METHODS),
    )
    .option('--dry-run', 'measure and report, and write nothing')
    .addOption(portOption(ANY_BODY))
    .addOption(baudOption())
    .addOption(insecureLinkOption())
    .option('--plant <file>', 'with --port simulated or emulated: the true body, or a scenario with one')
    .option('--seed <number>', "with --plant: of its noise and the tape's", parseSeed)
    .option('--without-deadman', 'calibrate slowly a board that does not stop when this computer fails')
    .option('--json', 'print the findings as one JSON document')
    .action(async (robot: string, options: CalibrateOptions) => {
      const { calibrate } = await import('./calibrate/calibrate.js');
      end(await calibrate(robot, options));
    });

const compareCommand = (end: End): Command =>
  new Command('compare')
    .description('say which figures of its body made a recorded robot move unlike its file')
    .argument('<recording>', 'an MCAP file, written by --record or by the page')
    .option('--robot <id>', 'in a recording of several')
    .option('--write <file>', 'write the body found, for the plant of a scenario')
    .option('--json', 'print it as one JSON document')
    .action(async (file: string, options: CompareOptions) => {
      const { compare } = await import('./compare/compare.js');
      end(compare(file, options));
    });

/** All commands in the order in which a new robot needs them; `completion` completes these. */
export const commands = (end: End): Command[] =>
  [
    initCommand,
    presetsCommand,
    wiringCommand,
    schemaCommand,
    checkCommand,
    importCommand,
    simCommand,
    portsCommand,
    flashCommand,
    doctorCommand,
    calibrateCommand,
    driveCommand,
    replayCommand,
    compareCommand,
    workerCommand,
    studyCommand,
  ].map((command) => withExamples(command(end)));
