/** The seeds of a study over the cores of this machine. */

import { Piscina } from 'piscina';
import { messageOf } from '../validation/errors.js';
import type { CarriedStudy, PoolTask } from './poolTask.js';
import type { SeedRuns } from './seedRuns.js';

const THREAD_URL = new URL('./poolThread.js', import.meta.url).href;

/** Seeds per task, fewer where there are few for each thread: handing a task over takes 0.1 ms. */
const MAX_SEEDS_PER_TASK = 4;

/** Tasks handed out per thread, so that the others go on while one slow run is first in line. */
const TASKS_PER_THREAD = 8;

/** A thread died while it ran a task. */
export class ThreadDied extends Error {
  override readonly name = 'ThreadDied';
  /** Of its task. */
  readonly firstSeed: number;

  constructor({ seeds }: PoolTask, cause: unknown) {
    const [first = 0, last] = [seeds[0], seeds.at(-1)];
    const which = first === last ? `seed ${first}` : `seeds ${first} to ${last}`;
    super(`a thread died while it ran ${which} (${messageOf(cause)})`, { cause });
    this.firstSeed = first;
  }
}

export interface PoolOptions {
  readonly threads: number;
  /** The most that a thread may keep [MB]; by default what Node allows. */
  readonly megabytes?: number;
}

/** Threads that run tasks of any study. */
export class StudyPool {
  readonly #pool: Piscina;

  constructor({ threads, megabytes }: PoolOptions) {
    this.#pool = new Piscina({
      filename: THREAD_URL,
      recordTiming: false,
      minThreads: threads,
      maxThreads: threads,
      ...(megabytes !== undefined && { resourceLimits: { maxOldGenerationSizeMb: megabytes } }),
    });
    // A thread that dies fails its task, which says so; one that dies between two tasks is replaced.
    this.#pool.on('error', () => {});
  }

  /** @throws ThreadDied */
  run(task: PoolTask): Promise<SeedRuns[]> {
    return this.#try('runTask', task);
  }

  /** As a queue carries it. @param signal ends the task, and the thread that runs it @throws ThreadDied */
  runPacked(task: PoolTask, signal: AbortSignal): Promise<Uint8Array> {
    return this.#try('runPacked', task, signal);
  }

  async #try<T>(name: string, task: PoolTask, signal?: AbortSignal): Promise<T> {
    try {
      return await this.#pool.run(task, { name, ...(signal && { signal }) });
    } catch (error) {
      throw new ThreadDied(task, error);
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

export interface PooledSeeds {
  readonly seeds: readonly number[];
  readonly jobs: number;
  readonly interruption: AbortSignal;
}

/** The runs of each seed, in the order of the seeds; ends early and silently when interrupted. @throws ThreadDied */
export async function* runInPool(
  study: CarriedStudy,
  { seeds, jobs, interruption }: PooledSeeds,
): AsyncGenerator<SeedRuns> {
  const share = Math.floor(seeds.length / (jobs * TASKS_PER_THREAD));
  const atOnce = Math.max(1, Math.min(MAX_SEEDS_PER_TASK, share));
  const threads = Math.min(jobs, Math.ceil(seeds.length / atOnce));
  const pool = new StudyPool({ threads });
  const end = () => void pool.close();
  interruption.addEventListener('abort', end);
  const outstanding: Promise<SeedRuns[]>[] = [];
  let next = 0;
  try {
    while (next < seeds.length || outstanding.length > 0) {
      while (
        next < seeds.length &&
        outstanding.length < threads * TASKS_PER_THREAD &&
        !interruption.aborted
      ) {
        outstanding.push(heldBack(pool.run({ study, seeds: seeds.slice(next, next + atOnce) })));
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
    await pool.close();
  }
}

/** Marks a failure as handled until it is awaited: Node ends a program at a rejection without a handler. */
function heldBack<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
