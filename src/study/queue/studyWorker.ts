/** A worker of a queue: takes batches of any study, runs them on threads of its own, and brings their results. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { messageOf } from '../../validation/errors.js';
import type { PoolTask } from '../poolTask.js';
import { parseSeeds } from '../seeds.js';
import { CarriedStudies } from './carriedStudies.js';
import { Semaphore } from './semaphore.js';
import { queueName } from './studyQueue.js';
import { PREFIX, type StudyStore } from './studyStore.js';
import { codeVersion } from './version.js';
import { batchSchema, MAX_SEEDS_IN_BATCH, Refused, type WorkerCard, withoutControl } from './wire.js';

/** Without a word for so long a worker counts as dead, and others run its batches: if it was not, to no harm. */
const LOCK_MS = 6_000;
const STALLED_CHECK_MS = 3_000;
/** Killed workers fail no batch; a batch that is there whenever one dies does in the end. */
const MAX_DEATHS = 10;
const ANNOUNCE_MS = 3_000;

/** Runs the seeds of one batch, and packs their result. */
export type RunBatch = (task: PoolTask, signal: AbortSignal) => Promise<Uint8Array>;

export interface WorkerOptions {
  readonly threads: number;
  readonly allowsCode: boolean;
  /** The longest that one seed may take. */
  readonly secondsPerSeed: number;
  readonly run: RunBatch;
  readonly say: (line: string) => void;
}

export interface RunningWorker {
  /** Batches done so far. */
  readonly done: number;
  /** Ends after the batches that run. */
  close(): Promise<void>;
}

export async function startWorker(store: StudyStore, options: WorkerOptions): Promise<RunningWorker> {
  const id = randomUUID();
  const { threads, allowsCode, say } = options;
  const card: WorkerCard = { host: hostname(), version: codeVersion(), threads, allowsCode };
  const studies = new CarriedStudies(store, { atOnce: threads, allowsCode });
  // Of both queues: while a batch waited for a thread of the pool, its time would run out.
  const semaphore = new Semaphore(threads);
  let done = 0;
  const work = async (job: Job<unknown>) => {
    await semaphore.run(() => runJob(job, { store, studies, options }));
    done += 1;
  };
  const names = [false, ...(allowsCode ? [true] : [])].map((code) => queueName(codeVersion(), code));
  await store.announce(id, card);
  await sayOtherVersions(store, say);
  // Where the server refuses the above, nothing is left open.
  const workers = names.map((name) => listen(store, name, work, options));
  const beat = setInterval(() => void store.announce(id, card).catch(() => {}), ANNOUNCE_MS);
  return {
    get done() {
      return done;
    },
    async close() {
      clearInterval(beat);
      await store.leave(id).catch(() => {});
      await Promise.all(workers.map((worker) => worker.close()));
      studies.close();
    },
  };
}

function listen(
  store: StudyStore,
  name: string,
  work: (job: Job<unknown>) => Promise<void>,
  { threads, say }: WorkerOptions,
): Worker {
  const worker = new Worker(name, work, {
    connection: store.redis,
    prefix: PREFIX,
    concurrency: threads,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_DEATHS,
  });
  worker.on('failed', (job, error) => {
    const tried = job && job.attemptsMade > 1 ? `, try ${job.attemptsMade}` : '';
    say(`a batch failed${tried}: ${withoutControl(messageOf(error))}`);
  });
  let last = '';
  worker.on('error', (error) => {
    const said = messageOf(error);
    if (said !== last) say(`the queue: ${said}`);
    last = said;
  });
  return worker;
}

interface JobContext {
  readonly store: StudyStore;
  readonly studies: CarriedStudies;
  readonly options: WorkerOptions;
}

async function runJob({ data }: Job<unknown>, { store, studies, options }: JobContext): Promise<void> {
  try {
    const batch = batchSchema.safeParse(data).data;
    if (!batch) throw new Refused('this is no job of Steerbot');
    const seeds = seedsIn(batch.seeds);
    const study = await studies.get(batch.study);
    // Cancelled meanwhile: nobody wants the result.
    if (!study) return;
    const bytes = await inTime({ study, seeds }, options);
    await store.storeResult(batch.study, batch.batch, Buffer.from(bytes));
  } catch (error) {
    // To try it again would not help.
    if (error instanceof Refused) throw new UnrecoverableError(`refused: ${error.message}`);
    throw error;
  }
}

/** @throws Error where it takes longer than it may */
async function inTime(task: PoolTask, { run, secondsPerSeed }: WorkerOptions): Promise<Uint8Array> {
  const seconds = secondsPerSeed * task.seeds.length;
  const limit = AbortSignal.timeout(Math.ceil(1000 * seconds));
  try {
    return await run(task, limit);
  } catch (error) {
    throw limit.aborted ? new Error(`it took longer than ${seconds} s`, { cause: error }) : error;
  }
}

/** @throws Refused */
function seedsIn(text: string): readonly number[] {
  let list: readonly number[];
  try {
    list = parseSeeds(text).list;
  } catch (error) {
    throw new Refused(messageOf(error));
  }
  if (list.length > MAX_SEEDS_IN_BATCH) throw new Refused(`${list.length} seeds in one batch`);
  return list;
}

/** Nobody would run them here, and nobody would know why. */
async function sayOtherVersions(store: StudyStore, say: (line: string) => void): Promise<void> {
  for (const { id, manifest } of await store.studies()) {
    if (manifest.version === codeVersion()) continue;
    say(
      `study ${id} is of Steerbot ${manifest.version}, and this worker is ${codeVersion()}: it runs none of it`,
    );
  }
}
