/** `steerbot sim`, as the command line has it. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type ExperimentOptions, refuseMismatch } from '../experiment/options.js';
import { parseSeeds } from '../experiment/seeds.js';
import type { ExitCode } from '../terminal/exitCodes.js';
import type { End } from './end.js';
import { distanceLimitOption, fenceOption, listenOption, recordOption, timeLimitOption } from './options.js';

const DEFAULT_SCENARIO = 'slalom';

/** More than any machine has cores for. */
const MOST_JOBS = 256;

type SimArguments = Omit<ExperimentOptions, 'speed'> & { readonly speed?: string };

function seed(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 0xffffffff) {
    throw new InvalidArgumentError('A seed is a whole number from 0 to 4294967295.');
  }
  return value;
}

function jobs(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > MOST_JOBS) {
    throw new InvalidArgumentError(`Jobs are a whole number from 1 to ${MOST_JOBS}.`);
  }
  return value;
}

/** With seeds an experiment, else one run. @throws UsageError for options that do not go together */
async function run(
  scenario: string,
  other: string | undefined,
  { speed, ...given }: SimArguments,
): Promise<ExitCode> {
  const times = speed === 'max' ? Number.POSITIVE_INFINITY : Number(speed);
  const options = { ...given, ...(speed !== undefined && { speed: times }) };
  refuseMismatch(other, options);
  const names = other === undefined ? [scenario] : [scenario, other];
  if (options.seeds)
    return (await import('../experiment/experiment.js')).experiment(names, options.seeds, options);
  return (await import('../sim/sim.js')).sim(scenario, options);
}

export const simCommand = (end: End): Command =>
  new Command('sim')
    .description('run a scenario in simulation: once, or with many seeds, alone or against another')
    .argument('[scenario]', 'its name, or the path of its file', DEFAULT_SCENARIO)
    .argument('[other]', 'with --seeds: another one, compared with it seed by seed')
    .option('--headless', 'as fast as it can, without a page to look at')
    .option('--json', 'print the result as one JSON document')
    .option('--seed <number>', "instead of the scenario's own", seed)
    .addOption(new Option('--speed <factor>', 'times real time').choices(['1', '10', 'max']))
    .option('--robot <robot>', 'every robot of it is this one: its name, or the path of its file')
    .addOption(timeLimitOption())
    .addOption(distanceLimitOption())
    .addOption(fenceOption())
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
    .action(async (scenario: string, other: string | undefined, given: SimArguments) => {
      end(await run(scenario, other, given));
    });
