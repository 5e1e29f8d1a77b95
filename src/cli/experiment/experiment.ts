/** `steerbot sim A [B] --seeds 1..1000`: runs scenarios over many seeds; gives a summary, a table and an exit code. */

import { availableParallelism } from 'node:os';
import type { LimitOptions } from '../../config/robot/limitOptions.js';
import { beginStudy } from '../../study/begin.js';
import { runInPool, ThreadDied } from '../../study/pool.js';
import type { SeedRuns } from '../../study/seedRuns.js';
import type { Seeds } from '../../study/seeds.js';
import { type StudyWork, variantsOf } from '../../study/variant.js';
import { UsageError } from '../../validation/errors.js';
import type { ExitCode } from '../terminal/exitCodes.js';
import { markOwnCodeRunning } from '../terminal/processExit.js';
import { showExperimentProgress } from '../terminal/statusLine.js';
import { judgeRuns, wantedTables } from './judgeRuns.js';
import type { ExperimentOptions } from './options.js';

/** Runs every variant with every seed. @throws FileError, UsageError; file errors before the first run */
export async function experiment(
  names: readonly string[],
  seeds: Seeds,
  options: ExperimentOptions,
): Promise<ExitCode> {
  const { jobs = availableParallelism(), queue } = options;
  const work = workOf(names, options);
  wantedTables(options);
  if (work.behaviors !== undefined) markOwnCodeRunning(work.behaviors);
  const begun = await beginStudy(work, seeds.list[0] ?? 1);
  if (queue !== undefined) {
    const { experimentByQueue } = await import('../study/byQueue.js');
    return experimentByQueue(queue, { ...begun, seeds }, options);
  }
  return judgeRuns({
    ...{ work, seeds, outputs: options },
    progress: showExperimentProgress({ total: seeds.list.length * work.variants.length }, process.stderr),
    runs: (interruption) => inPool(runInPool(begun.study, { seeds: seeds.list, jobs, interruption })),
  });
}

function workOf(names: readonly string[], options: ExperimentOptions): StudyWork {
  const { behaviors, robot, set = [], missions = [] } = options;
  const limits = writtenLimits(options);
  return {
    variants: variantsOf({ scenarios: names, missions, sweeps: set }),
    ...(behaviors !== undefined && { behaviors }),
    ...(robot !== undefined && { robot }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

const LIMIT_KEYS = ['timeLimit', 'distanceLimit', 'fence'] as const;

const writtenLimits = (options: LimitOptions): LimitOptions =>
  Object.fromEntries(LIMIT_KEYS.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])));

/** @throws UsageError where a thread died */
async function* inPool(runs: AsyncIterable<SeedRuns>): AsyncGenerator<SeedRuns> {
  try {
    yield* runs;
  } catch (error) {
    if (!(error instanceof ThreadDied)) throw error;
    throw new UsageError(`${error.message}; run it alone to see: --seed ${error.firstSeed}`);
  }
}
