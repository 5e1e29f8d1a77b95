#!/usr/bin/env node
/** The composition root: reads the command line, and turns what happened into an exit code. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { DriverError, FileError, faultLine } from '../errors.js';
import { checkFiles } from './check.js';
import { type DriveOptions, drive } from './drive.js';
import { EXIT, type ExitCode } from './exitCodes.js';
import { experiment } from './experiment/experiment.js';
import { type ExperimentOptions, refuseMismatch } from './experiment/options.js';
import { parseSeeds } from './experiment/seeds.js';
import { parseListen } from './onlookers/page.js';
import type { ShownOptions } from './onlookers/showing.js';
import { loadOwnBehaviors } from './ownBehaviors.js';
import { type ReplayOptions, replay } from './replay/replay.js';
import { showRecording } from './replay/showRecording.js';
import { DEFAULT_SCENARIO, sim } from './sim.js';
import { UsageError } from './usageError.js';
import { version } from './version.js';

let exitCode: ExitCode = EXIT.done;

function seed(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 0xffffffff) {
    throw new InvalidArgumentError('A seed is a whole number from 0 to 4294967295.');
  }
  return value;
}

/** More than any machine has cores for. */
const MOST_JOBS = 256;

type SimArguments = Omit<ExperimentOptions, 'speed'> & { readonly speed?: string };

function jobs(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > MOST_JOBS) {
    throw new InvalidArgumentError(`Jobs are a whole number from 1 to ${MOST_JOBS}.`);
  }
  return value;
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new InvalidArgumentError('Seconds are a number, 0 or more.');
  }
  return value;
}

const listenOption = () =>
  new Option(
    '--listen <address>',
    'serve the page there, such as 0.0.0.0:8080 for everybody in the network who has the link',
  ).argParser(parseListen);

const recordOption = () => new Option('--record <file>', 'write everything to an MCAP file');

const program = new Command('steerbot')
  .description("Reynolds' steering behaviors for small robots: simulate first, then drive.")
  .version(version)
  .exitOverride()
  .showSuggestionAfterError();

program
  .command('sim')
  .description('run a scenario in simulation: once, or with many seeds, alone or against another')
  .argument('[scenario]', 'its name, or the path of its file', DEFAULT_SCENARIO)
  .argument('[other]', 'with --seeds: another one, compared with it seed by seed')
  .option('--headless', 'as fast as it can, without a page to look at')
  .option('--json', 'print the result as one JSON document')
  .option('--seed <number>', "instead of the scenario's own", seed)
  .addOption(new Option('--speed <factor>', 'times real time').choices(['1', '10', 'max']))
  .option('--firmware', 'with the real firmware, on an emulated Arduino in every robot')
  .option('--plot <file>', 'draw the run as an SVG picture')
  .addOption(recordOption())
  .addOption(listenOption())
  .option('--behaviors <file>', 'behaviors of your own, by the names that this JavaScript file exports')
  .option(
    '--seeds <list>',
    'a run for each seed, such as 1..1000 or 1..10,20, and what they say together',
    parseSeeds,
  )
  .option('--jobs <number>', 'with --seeds: runs at a time (default: one for each core)', jobs)
  .option('--csv <file>', 'with --seeds: write a table with a row for each run')
  .action(async (scenario: string, other: string | undefined, { speed, ...given }: SimArguments) => {
    const times = speed === 'max' ? Number.POSITIVE_INFINITY : Number(speed);
    const options = { ...given, ...(speed !== undefined && { speed: times }) };
    refuseMismatch(other, options);
    const names = other === undefined ? [scenario] : [scenario, other];
    exitCode = await (options.seeds ? experiment(names, options.seeds, options) : sim(scenario, options));
  });

program
  .command('drive')
  .description('drive a real robot, or an emulated one')
  .argument('<robot>', 'its name, or the path of its file')
  .option('--seek <x,y>', 'pass through a point')
  .option('--arrive <x,y>', 'go to a point and stand still there')
  .option('--path <file>', 'follow a path')
  .option('--mission <file>', 'do what a mission file says')
  .option('--wait', 'stand, until somebody at the page says where to go, or drives by hand')
  .option(
    '--behaviors <file>',
    'behaviors of your own that the mission calls: a JavaScript file that exports them',
  )
  .option('--port <port>', 'auto, a path, serial:ID or emulated', 'auto')
  .option('--without-deadman', 'drive a board that does not stop when this computer dies, slowly')
  .option('--headless', 'ask nothing, show nothing, give up when the robot is lost')
  .option('--json', 'print how it ended as one JSON document')
  .addOption(recordOption())
  .addOption(listenOption())
  .action(async (robot: string, options: DriveOptions) => {
    exitCode = await drive(robot, options);
  });

program
  .command('replay')
  .description('look at a recording, or make its run again with the code of today')
  .argument('<file>', 'an MCAP file that --record or the page has written')
  .option('--resimulate', 'feed what was recorded through the loop, and say what differs')
  .option('--from <seconds>', 'with --resimulate: from the keyframe before this time on', seconds)
  .option('--json', 'with --resimulate: print what came of it as one JSON document')
  .option('--behaviors <file>', 'with --resimulate: behaviors of your own that its missions call')
  .addOption(listenOption())
  .action(async (file: string, options: ReplayOptions & ShownOptions) => {
    const { from, json, behaviors } = options;
    if (!options.resimulate && (from !== undefined || json || behaviors !== undefined)) {
      throw new UsageError(
        '--from, --json and --behaviors belong to --resimulate; add it, or leave them out',
      );
    }
    exitCode = await (options.resimulate ? replay(file, options) : showRecording(file, options));
  });

program
  .command('check')
  .description('validate robots, scenarios, missions and paths; every problem at once')
  .argument('<files...>')
  .option('--behaviors <file>', 'behaviors of your own that they call: a JavaScript file that exports them')
  .action(async (files: string[], { behaviors }: { readonly behaviors?: string }) => {
    const faults = checkFiles(files, behaviors === undefined ? {} : await loadOwnBehaviors(behaviors));
    for (const fault of faults) process.stderr.write(`${faultLine(fault)}\n`);
    if (faults.length > 0) exitCode = EXIT.usage;
    else process.stdout.write(`${files.length === 1 ? files[0] : `${files.length} files`}: nothing wrong\n`);
  });

// Whoever reads the output may have seen enough (`| head`); that is no fault of the run.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has said it already; asking for help is no mistake.
    exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  } else if (error instanceof FileError || error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    exitCode = EXIT.usage;
  } else if (error instanceof DriverError) {
    process.stderr.write(`${error.message}\n`);
    exitCode = EXIT.noRobot;
  } else {
    throw error;
  }
}
process.exitCode = exitCode;
