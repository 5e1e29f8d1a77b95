/** `steerbot sim`: its arguments and options, and which of them go together. */
import { Command } from 'commander';
import { parseSeeds } from '../study/seeds.js';
import { UsageError } from '../validation/errors.js';
import { type ExperimentOptions, parseJobs, parseSeed, refuseMismatch } from './experiment/options.js';
import { parseSeconds } from './replayCommand.js';
import {
  distanceLimitOption,
  fenceOption,
  foxgloveOption,
  listenOption,
  noOpenOption,
  recordOption,
  speedOption,
  timeLimitOption,
} from './sharedOptions.js';
import { queueOption } from './studyCommands.js';
import type { End, ExitCode } from './terminal/exitCodes.js';

const DEFAULT_SCENARIO = 'slalom';

type SimArguments = Omit<ExperimentOptions, 'set'> & {
  readonly set?: readonly string[];
  readonly list?: boolean;
  readonly resume?: string;
  readonly from?: number;
};

/** What else may be given to a recorded simulation that goes on. */
const WITH_RESUME = [
  'json',
  'headless',
  'speed',
  'record',
  'listen',
  'open',
  'foxglove',
  'behaviors',
  'from',
];

/** What the recording says itself. */
const RECORDED = ['seed', 'robot', 'firmware', 'set', 'missions', 'timeLimit', 'distanceLimit', 'fence'];

/** @throws UsageError for what the recording says itself, or for many runs */
function refuseWithResume(named: string | undefined, given: object): void {
  const other = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !WITH_RESUME.includes(name),
  );
  const words = (names: readonly string[]) =>
    names.map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`).join(' and ');
  const names = other.map(([name]) => name);
  const said = names.filter((name) => RECORDED.includes(name));
  if (named !== undefined || said.length > 0)
    throw new UsageError(`${words(said) || `'${named}'`}: the recording of --resume says that; leave it out`);
  if (names.length > 0) throw new UsageError(`${words(names)} does not go with --resume; leave it out`);
}

/** With seeds an experiment, else one run. @throws UsageError for options that do not go together */
async function runSimulation(
  named: string | undefined,
  other: string | undefined,
  { list, resume, set: sets, ...given }: SimArguments,
): Promise<ExitCode> {
  if (list) return (await import('./sim/sim.js')).listScenes(given.json);
  if (resume !== undefined) {
    refuseWithResume(named, { set: sets, ...given });
    return (await import('./sim/resumeSim.js')).resumeSim(resume, given);
  }
  if (given.from !== undefined)
    throw new UsageError('--from belongs to --resume; add it, or leave --from out');
  const swept = sets && { set: (await import('./experiment/sweeps.js')).parseSweeps(sets) };
  const options: ExperimentOptions = { ...given, ...swept };
  refuseMismatch(other, options);
  const scenario = named ?? DEFAULT_SCENARIO;
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

export const simCommand = (end: End): Command =>
  new Command('sim')
    .description('run a scenario in simulation: once, or with many seeds, alone or against another')
    .argument('[scenario]', `its name, or the path of its file (default: ${DEFAULT_SCENARIO})`)
    .argument('[other]', 'with --seeds: another one, compared with it seed by seed')
    .option('--list', 'list the scenes that come with Steerbot, and what each is about')
    .option('--headless', 'as fast as possible, without a page; with --foxglove in real time')
    .option('--json', 'print the result as one JSON document')
    .option('--seed <number>', "instead of the scenario's own seed", parseSeed)
    .addOption(speedOption())
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
    .addOption(noOpenOption())
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
    .option('--resume <run.mcap>', 'go on with a recorded simulation where its recording ends')
    .option('--from <seconds>', 'with --resume: go on from this time of it instead', parseSeconds)
    .action(async (scenario: string | undefined, other: string | undefined, given: SimArguments) => {
      end(await runSimulation(scenario, other, given));
    });
