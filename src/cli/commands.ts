/**
 * Every command of the command line: its purpose, arguments and options.
 *
 * At first only what the help needs is loaded; a command's code is imported when it runs.
 */

import { Command, Option } from 'commander';
import { parseSeeds } from '../study/seeds.js';
import { type CalibrateOptions, METHODS, parseParts } from './calibrate/options.js';
import type { CompareOptions } from './compare/compare.js';
import type { DoctorOptions } from './doctor/doctor.js';
import type { DriveCommandOptions } from './drive/drive.js';
import { joinedPoint } from './drive/joinedPoint.js';
import { type ExperimentOptions, parseJobs, parseSeed, refuseMismatch } from './experiment/options.js';
import { checkCommand, initCommand, presetsCommand, schemaCommand, wiringCommand } from './fileCommands.js';
import type { FlashOptions } from './flash/flash.js';
import { withExamples } from './helpTexts.js';
import { ANY_BODY, baudOption, insecureLinkOption, portOption } from './linkOptions.js';
import type { PortsOptions } from './ports.js';
import { replayCommand } from './replayCommand.js';
import { foxgloveOption, listenOption } from './showOptions.js';
import { queueOption, studyCommand, workerCommand } from './studyCommands.js';
import type { End, ExitCode } from './terminal/exitCodes.js';

/** How long, how far and where a robot may drive: beyond it brakes and stops. */
const timeLimitOption = () =>
  new Option('--time-limit <time>', 'stop after this time, such as 60s, whatever the robot file says');

const distanceLimitOption = () =>
  new Option(
    '--distance-limit <length>',
    'stop after this distance, such as 5m, whatever the robot file says',
  );

const fenceOption = () =>
  new Option(
    '--fence <area>',
    "stop at its border, measured from the start: '0,0 2m' (center, radius) or corners '0,0 3,0 3,2'",
  );

const recordOption = () => new Option('--record <file>', 'write everything to an MCAP file');

const DEFAULT_SCENARIO = 'slalom';

type SimArguments = Omit<ExperimentOptions, 'speed' | 'set'> & {
  readonly set?: readonly string[];
  readonly speed?: string;
  readonly list?: boolean;
};

/** With seeds an experiment, else one run. @throws UsageError for options that do not go together */
async function runSimulation(
  scenario: string,
  other: string | undefined,
  { speed, list, set: sets, ...given }: SimArguments,
): Promise<ExitCode> {
  if (list) return (await import('./sim/sim.js')).listScenes(given.json);
  const times = speed === 'max' ? Number.POSITIVE_INFINITY : Number(speed);
  const swept = sets && { set: (await import('./experiment/sweeps.js')).parseSweeps(sets) };
  const options: ExperimentOptions = { ...given, ...swept, ...(speed !== undefined && { speed: times }) };
  refuseMismatch(other, options);
  const names = other === undefined ? [scenario] : [scenario, other];
  if (options.seeds)
    return (await import('./experiment/experiment.js')).experiment(names, options.seeds, options);
  const { set = [], missions: [mission] = [], ...one } = options;
  const settings = set.map(({ key, values: [value] }) => ({ key, value }));
  return (await import('./sim/sim.js')).sim(scenario, {
    ...one,
    settings,
    ...(mission !== undefined && { mission }),
  });
}

const simCommand = (end: End): Command =>
  new Command('sim')
    .description('run a scenario in simulation: once, or with many seeds, alone or against another')
    .argument('[scenario]', 'its name, or the path of its file', DEFAULT_SCENARIO)
    .argument('[other]', 'with --seeds: another one, compared with it seed by seed')
    .option('--list', 'list the scenes that come with Steerbot, and what each is about')
    .option('--headless', 'as fast as possible, without a page; with --foxglove in real time')
    .option('--json', 'print the result as one JSON document')
    .option('--seed <number>', "instead of the scenario's own seed", parseSeed)
    .addOption(new Option('--speed <factor>', 'times real time').choices(['1', '10', 'max']))
    .option(
      '--robot <robot>',
      'use this robot for every robot of the scenario: its name, or the path of its file',
    )
    .addOption(timeLimitOption())
    .addOption(distanceLimitOption())
    .addOption(fenceOption())
    .option('--firmware', 'with the real firmware, on an emulated Arduino in every robot')
    .option('--plot <file>', 'draw the run as an SVG picture; with --seeds how its figures are distributed')
    .addOption(recordOption())
    .addOption(listenOption())
    .addOption(foxgloveOption())
    .option('--behaviors <file>', 'behaviors of your own, by the names that this JavaScript file exports')
    .option(
      '--seeds <list>',
      'one run for each seed, such as 1..1000 or 1..10,20, and their statistics',
      parseSeeds,
    )
    .option('--jobs <number>', 'with --seeds: runs at a time (default: one for each core)', parseJobs)
    .option('--csv <file>', 'with --seeds: write a table with a row for each run')
    .option('--jsonl <file>', 'the same as JSON, a line for each run')
    .option('--parquet <file>', 'the same as Parquet')
    .option(
      '--set <key=values>',
      "a value in place of the file's: robots.a.at.x=0.5; with --seeds also several: 0.1,0.2 or 0.1..0.5:0.1",
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option(
      '--missions <file...>',
      'missions for every robot instead of its own; with --seeds several, which are compared',
    )
    .addOption(queueOption('with --seeds: let the workers of this queue run it'))
    .action(async (scenario: string, other: string | undefined, given: SimArguments) => {
      end(await runSimulation(scenario, other, given));
    });

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
    .argument('<file>', 'an MCAP file, written by --record or by the page')
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
