/** A study's batches as jobs of BullMQ. */
import { type Job, Queue } from 'bullmq';
import { messageOf } from '../../validation/errors.js';
import { seedsText } from '../seeds.js';
import { PREFIX, type StudyStore } from './studyStore.js';
import { type Batch, type Manifest, withoutControl } from './wire.js';

/** A job whose work throws is tried this often. */
export const ATTEMPTS = 3;
const RETRY_DELAY_MS = 500;

/** Jobs that are added in one message. */
const JOBS_AT_ONCE = 500;

/**
 * Each version has a queue of its own, so that no worker runs the batches of another one; and so have studies with own
 * behaviors, which only some workers run.
 */
export const queueName = (version: string, withCode: boolean): string =>
  `runs-${version}${withCode ? '-code' : ''}`;

const jobId = (study: string, batch: number): string => `${study}-${batch}`;

export interface FailedBatch {
  readonly seeds: string;
  readonly why: string;
}

export class StudyQueue {
  readonly #queue: Queue<Batch>;

  constructor({ redis }: StudyStore, { version, behaviors }: Manifest) {
    this.#queue = new Queue<Batch>(queueName(version, behaviors !== undefined), {
      connection: redis,
      prefix: PREFIX,
    });
    // The connection's own errors are heard where it is made.
    this.#queue.on('error', () => {});
  }

  /** Batches that are queued already stay as they are. */
  async add(batches: readonly Batch[]): Promise<void> {
    for (let first = 0; first < batches.length; first += JOBS_AT_ONCE) {
      await this.#queue.addBulk(
        batches.slice(first, first + JOBS_AT_ONCE).map((data) => ({
          name: 'batch',
          data,
          opts: {
            jobId: jobId(data.study, data.batch),
            attempts: ATTEMPTS,
            backoff: { type: 'exponential', delay: RETRY_DELAY_MS },
            removeOnComplete: true,
          },
        })),
      );
    }
  }

  /** Why a batch is given up; undefined where it still has a chance, null where nobody knows of it. */
  async failure(study: string, batch: number): Promise<string | null | undefined> {
    const job = await this.#queue.getJob(jobId(study, batch));
    if (!job) return null;
    return (await job.isFailed()) ? reasonOf(job) : undefined;
  }

  async failures(study: string): Promise<FailedBatch[]> {
    const failed = await this.#queue.getFailed();
    return failed.flatMap((job) =>
      job?.data?.study === study
        ? [{ seeds: withoutControl(String(job.data.seeds)), why: reasonOf(job) }]
        : [],
    );
  }

  /** Removes the jobs of these batches, so that they can be added again; one that runs goes on. */
  async remove(study: string, batches: readonly number[]): Promise<void> {
    for (const batch of batches) {
      const job: Job<Batch> | undefined = await this.#queue.getJob(jobId(study, batch));
      await job?.remove().catch((error: unknown) => {
        if (!/locked/i.test(messageOf(error))) throw error;
      });
    }
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}

const reasonOf = ({ failedReason }: Job): string => withoutControl(failedReason ?? 'no reason is known');

/** The batches of a study; each carries its own seeds. */
export function batchesOf(study: string, seeds: readonly number[], { atOnce, batches }: Manifest): Batch[] {
  return Array.from({ length: batches }, (_, batch) => ({
    study,
    batch,
    seeds: seedsText(seedsOf(seeds, batch, atOnce)),
  }));
}

export const seedsOf = (seeds: readonly number[], batch: number, atOnce: number): readonly number[] =>
  seeds.slice(batch * atOnce, (batch + 1) * atOnce);
