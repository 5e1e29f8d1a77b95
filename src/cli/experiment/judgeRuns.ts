/** Adds up the runs of a study as they come, wherever they come from; gives its tables, its summary and an exit code. */

import { wallTime } from '../../control/clock.js';
import { studyPlot } from '../../study/plot/studyPlot.js';
import { type ExperimentResult, resultOf } from '../../study/result.js';
import { RunTable } from '../../study/runTable.js';
import type { SeedRuns } from '../../study/seedRuns.js';
import type { Seeds } from '../../study/seeds.js';
import { Tally } from '../../study/tally.js';
import type { StudyWork } from '../../study/variant.js';
import { UsageError } from '../../validation/errors.js';
import { type TableFiles, type TableOutput, tableOutputs } from '../tableOutputs.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { writeOutput } from '../terminal/outputFile.js';
import type { WorkProgress } from '../terminal/statusLine.js';
import { commandOf } from './command.js';
import { reportExperiment } from './report.js';

export interface ExperimentOutputs extends TableFiles {
  readonly json?: boolean;
  /** A picture of the distributions. */
  readonly plot?: string;
}

export interface JudgedStudy {
  readonly work: StudyWork;
  readonly seeds: Seeds;
  readonly outputs: ExperimentOutputs;
  readonly progress: WorkProgress;
  /** In the order of the seeds. */
  readonly runs: (interruption: AbortSignal) => AsyncIterable<SeedRuns>;
}

/** @throws UsageError where one of the outputs cannot be written: to be asked before anything runs */
export const wantedTables = (outputs: ExperimentOutputs): readonly TableOutput[] =>
  tableOutputs(outputs, 'runs', outputs.plot);

/** @throws UsageError for a seed that cannot run */
export async function judgeRuns(judged: JudgedStudy): Promise<ExitCode> {
  const { work, seeds, outputs } = judged;
  const tables = wantedTables(outputs).map(([option, file]) => new RunTable(file, work.variants, option));
  const tallies = work.variants.map(() => new Tally());
  try {
    const started = wallTime.now();
    const finished = await addUp(judged, tables, tallies);
    if (tallies.some(({ runs }) => runs === 0)) return interruptedBefore(seeds);
    const result = resultOf({
      work,
      seeds,
      tallies,
      wallSeconds: wallTime.now() - started,
      command: commandOf(work),
    });
    if (outputs.plot !== undefined)
      writeOutput('--plot', outputs.plot, studyPlot({ work, tallies, result }), 'runs.svg');
    return finished ? told(result, outputs) : interrupted(result, seeds);
  } finally {
    for (const tally of tallies) tally.close();
  }
}

/** @returns whether all of them have run */
async function addUp(
  { progress, runs }: JudgedStudy,
  tables: readonly RunTable[],
  tallies: readonly Tally[],
): Promise<boolean> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const started = wallTime.now();
  let done = 0;
  try {
    for await (const seedRuns of runs(interruption.signal)) {
      const rows = rowsOf(seedRuns);
      for (const table of tables) table.add(rows);
      for (const [i, row] of rows.entries()) tallies[i]?.add(row);
      done += rows.length;
      progress.at(done, wallTime.now() - started);
    }
  } finally {
    for (const table of tables) table.close();
    progress.done();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
  return !interruption.signal.aborted;
}

function rowsOf(runs: SeedRuns) {
  if ('rows' in runs) return runs.rows;
  throw new UsageError(`seed ${runs.seed} cannot run: ${runs.refused}`);
}

function told(result: ExperimentResult, { json }: ExperimentOutputs): ExitCode {
  process.stdout.write(`${json ? JSON.stringify(result) : reportExperiment(result)}\n`);
  hintIfAlike(result);
  return exitCodeOf(result);
}

function interruptedBefore({ list }: Seeds): ExitCode {
  process.stderr.write(`interrupted before the first of ${list.length} seeds was done\n`);
  return EXIT.interrupted;
}

function interrupted(result: ExperimentResult, seeds: Seeds): ExitCode {
  const runs = result.scenarios[0]?.runs;
  process.stderr.write(`interrupted after ${runs} of ${seeds.list.length} seeds; their result:\n`);
  process.stderr.write(`${reportExperiment(result)}\n`);
  return EXIT.interrupted;
}

function hintIfAlike({ scenarios }: ExperimentResult): void {
  for (const { scenario, runs, alike, faults } of scenarios) {
    if (!alike || runs < 2 || faults.length > 0) continue;
    process.stderr.write(
      `hint: all ${runs} runs of ${scenario} gave the same figures, because nothing in it depends on the seed; ` +
        'add vary: { robots.ID.at.heading: [-180 deg, 180 deg] } or the like\n',
    );
    return;
  }
}

function exitCodeOf({ scenarios, passed }: ExperimentResult): ExitCode {
  const stopped = scenarios.some(({ stoppedForSafety }) => stoppedForSafety > 0);
  if (stopped) return EXIT.stoppedForSafety;
  return passed ? EXIT.done : EXIT.criterionFailed;
}
