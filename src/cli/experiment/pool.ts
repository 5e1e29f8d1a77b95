/** Spreads the seeds of an experiment over threads, and gives the results in the order of the seeds. */
import { Piscina } from 'piscina';
import { messageOf } from '../../validation/errors.js';
import { UsageError } from '../terminal/exitCodes.js';
import type { ExperimentWork, SeedRuns, SeedTask } from './worker.js';

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
