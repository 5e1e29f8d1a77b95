/** `steerbot sim A [B] --seeds 1..1000`: runs scenarios over many seeds; gives a summary, a table and an exit code. */

import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { wallTime } from '../../control/clock.js';
import { messageOf } from '../../validation/errors.js';
import { loadOwnBehaviors } from '../ownBehaviors.js';
import { type LimitOptions, missionLimits } from '../sim/missionLimits.js';
import { refuseLinkFaults } from '../sim/refuseLinkFaults.js';
import { EXIT, type ExitCode, UsageError } from '../terminal/exitCodes.js';
import { mustBeWritable } from '../terminal/outputFile.js';
import { showExperimentProgress } from '../terminal/statusLine.js';
import type { ExperimentOptions, Seeds } from './options.js';
import { reportExperiment } from './report.js';
import { compare, type ExperimentResult, summaryOf } from './result.js';
import { RunTable } from './runFigures.js';
import { scenarioBySeed } from './scenarioBySeed.js';
import { Tally } from './tally.js';
import type { ExperimentWork, SeedRuns, SeedTask } from './worker.js';

/** Runs every scenario with every seed. @throws FileError, UsageError; file errors before the first run */
export async function experiment(
  names: readonly string[],
  seeds: Seeds,
  options: ExperimentOptions,
): Promise<ExitCode> {
  const { csv, json, behaviors, robot, jobs = availableParallelism() } = options;
  const work: ExperimentWork = { scenarios: names, behaviors, robot, limits: writtenLimits(options) };
  await loadOnce(work, seeds);
  if (csv !== undefined) mustBeWritable('--csv', csv, 'runs.csv');
  const table = csv === undefined ? undefined : new RunTable(csv, names);
  const tallies = names.map(() => new Tally(seeds.list.length));
  const started = wallTime.now();
  const finished = await runAll(work, seeds, jobs, tallies, table).finally(() => table?.close());
  if (tallies.some(({ runs }) => runs === 0)) return interruptedBefore(seeds);
  const result = resultOf(work, seeds, tallies, wallTime.now() - started);
  if (!finished) {
    const runs = tallies[0]?.runs;
    process.stderr.write(`interrupted after ${runs} of ${seeds.list.length} seeds; their result:\n`);
    process.stderr.write(`${reportExperiment(result)}\n`);
    return EXIT.interrupted;
  }
  process.stdout.write(`${json ? JSON.stringify(result) : reportExperiment(result)}\n`);
  hintIfAlike(result);
  return exitCodeOf(result);
}

/** Loads every file once, so that errors are found before the first run. */
async function loadOnce(
  { scenarios, behaviors, robot, limits = {} }: ExperimentWork,
  { list }: Seeds,
): Promise<void> {
  const own = behaviors === undefined ? {} : await loadOwnBehaviors(behaviors);
  for (const name of scenarios) {
    const bySeed = scenarioBySeed(name, own, { robot, limits: missionLimits(limits) });
    refuseLinkFaults(bySeed(list[0] ?? 1), 'run it alone, with --firmware');
  }
}

/** Runs all seeds and adds up their results. @returns whether all of them have run */
async function runAll(
  work: ExperimentWork,
  { list }: Seeds,
  jobs: number,
  tallies: readonly Tally[],
  table: RunTable | undefined,
): Promise<boolean> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const progress = showExperimentProgress(list.length * tallies.length, process.stderr);
  const started = wallTime.now();
  let done = 0;
  try {
    for await (const runs of runSeeds(work, { seeds: list, jobs, interruption: interruption.signal })) {
      const rows = rowsOf(runs);
      table?.add(rows);
      for (const [i, tally] of tallies.entries()) {
        const row = rows[i];
        if (row) tally.add(row);
      }
      done += rows.length;
      progress.at(done, wallTime.now() - started);
    }
  } finally {
    progress.done();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
  return !interruption.signal.aborted;
}

function rowsOf(runs: SeedRuns) {
  if ('rows' in runs) return runs.rows;
  throw new UsageError(`seed ${runs.seed} cannot run: ${runs.refused}`);
}

function interruptedBefore({ list }: Seeds): ExitCode {
  process.stderr.write(`interrupted before the first of ${list.length} seeds was done\n`);
  return EXIT.interrupted;
}

function resultOf(
  { scenarios, behaviors, robot, limits = {} }: ExperimentWork,
  seeds: Seeds,
  tallies: readonly Tally[],
  wallSeconds: number,
): ExperimentResult {
  const own = behaviors === undefined ? '' : ` --behaviors ${shellQuoted(behaviors)}`;
  const other = robot === undefined ? '' : ` --robot ${shellQuoted(robot)}`;
  const limited = limitArguments(limits);
  const summaries = tallies.map((tally, i) => {
    const name = scenarios[i] ?? '';
    return summaryOf(
      tally,
      name,
      (seed) =>
        `npx steerbot sim ${shellQuoted(name)} --seed ${seed}${other}${limited}${own} --plot seed-${seed}.svg`,
    );
  });
  const [first, second] = tallies;
  return {
    seeds: seeds.text,
    simulatedSeconds: tallies.reduce((sum, tally) => sum + tally.simulatedSeconds, 0),
    wallSeconds,
    passed: tallies.every(({ passed, runs }) => passed === runs),
    scenarios: summaries,
    comparison: first && second ? compare(first, second) : null,
  };
}

const LIMIT_OPTIONS = {
  timeLimit: '--time-limit',
  distanceLimit: '--distance-limit',
  fence: '--fence',
} as const;
const LIMIT_KEYS = Object.keys(LIMIT_OPTIONS) as (keyof LimitOptions)[];

const writtenLimits = (options: LimitOptions): LimitOptions =>
  Object.fromEntries(LIMIT_KEYS.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])));

const limitArguments = (limits: LimitOptions): string =>
  LIMIT_KEYS.flatMap((key) =>
    limits[key] === undefined ? [] : ` ${LIMIT_OPTIONS[key]} ${shellQuoted(limits[key])}`,
  ).join('');

/** The word as one argument of a shell. */
function shellQuoted(word: string): string {
  if (/^[\w./\\:@%+=-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

function hintIfAlike({ scenarios }: ExperimentResult): void {
  for (const { scenario, runs, alike, faults } of scenarios) {
    if (!alike || runs < 2 || faults.length > 0) continue;
    process.stderr.write(
      `hint: all ${runs} runs of ${scenario} gave the same figures, because nothing in it depends on the seed; ` +
        'add vary: { robots.ID.at.heading: [-180 deg, 180 deg] } or the like\n',
    );
  }
}

function exitCodeOf({ scenarios, passed }: ExperimentResult): ExitCode {
  const stopped = scenarios.some(({ stoppedForSafety }) => stoppedForSafety > 0);
  if (stopped) return EXIT.stoppedForSafety;
  return passed ? EXIT.done : EXIT.criterionFailed;
}

const WORKER_URL = new URL('./worker.js', import.meta.url).href;

/** Seeds per task, fewer where there are few for each thread: handing a task over takes 0.1 ms. */
const MAX_SEEDS_PER_TASK = 4;

/** Tasks handed out per thread, so that the others go on while one slow run is first in line. */
const TASKS_PER_THREAD = 8;

export interface PoolOptions {
  readonly seeds: readonly number[];
  readonly jobs: number;
  readonly interruption: AbortSignal;
}

/** Ends early and silently when it is interrupted. @throws UsageError where a thread died */
export async function* runSeeds(
  work: ExperimentWork,
  { seeds, jobs, interruption }: PoolOptions,
): AsyncGenerator<SeedRuns> {
  const atOnce = Math.max(
    1,
    Math.min(MAX_SEEDS_PER_TASK, Math.floor(seeds.length / (jobs * TASKS_PER_THREAD))),
  );
  const threads = Math.min(jobs, Math.ceil(seeds.length / atOnce));
  const pool = new Piscina({
    filename: WORKER_URL,
    name: 'runTask',
    recordTiming: false,
    minThreads: threads,
    maxThreads: threads,
  });
  const end = () => void pool.destroy();
  interruption.addEventListener('abort', end);
  // A thread died between two tasks: tasks that were handed out fail, too.
  pool.on('error', end);
  const outstanding: Promise<SeedRuns[]>[] = [];
  let next = 0;
  try {
    while (next < seeds.length || outstanding.length > 0) {
      while (
        next < seeds.length &&
        outstanding.length < threads * TASKS_PER_THREAD &&
        !interruption.aborted
      ) {
        outstanding.push(startTask(pool, { ...work, seeds: seeds.slice(next, next + atOnce) }));
        next += atOnce;
      }
      const head = outstanding.shift();
      if (!head) return;
      yield* await head;
    }
  } catch (error) {
    if (!interruption.aborted) throw error;
  } finally {
    interruption.removeEventListener('abort', end);
    await pool.destroy();
  }
}

async function runTaskIn(pool: Piscina, task: SeedTask): Promise<SeedRuns[]> {
  try {
    return await pool.run(task);
  } catch (error) {
    const [first, last] = [task.seeds[0], task.seeds.at(-1)];
    const which = first === last ? `seed ${first}` : `seeds ${first} to ${last}`;
    const why = messageOf(error);
    throw new UsageError(
      `a thread died while it ran ${which} (${why}); run it alone to see: --seed ${first}`,
    );
  }
}

/** A failure is held back until the task's turn comes. */
function startTask(pool: Piscina, task: SeedTask): Promise<SeedRuns[]> {
  const runs = runTaskIn(pool, task);
  runs.catch(() => {});
  return runs;
}
