/** The results of a study, in the order of its seeds, as its workers bring them. */
import { setTimeout as wait } from 'node:timers/promises';
import { encodeExactly } from '../../recording/format/exactJson.js';
import { UsageError } from '../../validation/errors.js';
import type { SeedRuns } from '../seedRuns.js';
import { seedsText } from '../seeds.js';
import { batchesOf, StudyQueue, seedsOf } from './studyQueue.js';
import type { StudyStore } from './studyStore.js';
import { type BatchResult, decodeResult, type Manifest, Refused, resultLimit } from './wire.js';

const POLL_MS = 50;
/** A batch that does not come is looked for this often: it failed, or the server lost it. */
const SEARCH_POLLS = 20;

/** A study of a queue. */
export interface QueuedStudy {
  readonly store: StudyStore;
  readonly id: string;
  readonly manifest: Manifest;
  readonly seeds: readonly number[];
}

export interface Collection extends QueuedStudy {
  readonly interruption: AbortSignal;
  /** The runs of the first seed as they must be. */
  readonly first?: SeedRuns;
  /** Told of each batch: the seconds that it took a thread, and its seeds. */
  readonly onBatch?: (seconds: number, seeds: number) => void;
}

/** Ends early and silently when interrupted. @throws UsageError for a batch that failed, or whose result is not valid */
export async function* collect(collection: Collection): AsyncGenerator<SeedRuns> {
  const { store, manifest, interruption } = collection;
  const queue = new StudyQueue(store, manifest);
  try {
    for (let batch = 0; batch < manifest.batches && !interruption.aborted; batch++) {
      const result = await unlessInterrupted(resultOf(collection, queue, batch), interruption);
      if (!result) return;
      if (batch === 0) refuseOtherFigures(collection, result);
      collection.onBatch?.(result.seconds, result.runs.length);
      yield* result.runs;
    }
  } finally {
    await unlessInterrupted(queue.close(), interruption);
  }
}

/** Undefined as soon as it is interrupted: a server that is away answers nothing until it is back. */
const unlessInterrupted = <T>(answer: Promise<T>, interruption: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const end = () => resolve(undefined);
    if (interruption.aborted) end();
    interruption.addEventListener('abort', end, { once: true });
    void answer.then(resolve, reject).finally(() => interruption.removeEventListener('abort', end));
  });

async function resultOf(
  { store, id, manifest, seeds, interruption }: Collection,
  queue: StudyQueue,
  batch: number,
): Promise<BatchResult | undefined> {
  const wanted = seedsOf(seeds, batch, manifest.atOnce);
  for (let polls = 1; !interruption.aborted; polls++) {
    const asked = { store, id, batch, queue, wanted };
    const result = await checked(asked, manifest.variants.length);
    if (result) return result;
    if (polls % SEARCH_POLLS === 0) await search(asked);
    await wait(POLL_MS, undefined, { signal: interruption }).catch(() => {});
  }
  return undefined;
}

/**
 * Undefined until the batch has a result. An invalid result is deleted, so that the batch runs again when the study is
 * fetched again. @throws UsageError
 */
async function checked(
  { store, id, batch, wanted }: Search,
  variants: number,
): Promise<BatchResult | undefined> {
  try {
    const bytes = await store.result(id, batch, resultLimit(wanted.length, variants));
    return bytes ? decodeResult(bytes, wanted, variants) : undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await store.forgetResult(id, batch);
    throw new UsageError(
      `the result of seeds ${seedsText(wanted)} is refused: ${error.message}; ` +
        `the others are kept: steerbot study fetch ${id} runs these seeds again`,
    );
  }
}

interface Search {
  readonly store: StudyStore;
  readonly id: string;
  readonly batch: number;
  readonly queue: StudyQueue;
  readonly wanted: readonly number[];
}

/** A batch that the queue has lost is added again. @throws UsageError where it failed, or the study is gone */
async function search({ store, id, batch, queue, wanted }: Search): Promise<void> {
  const failure = await queue.failure(id, batch);
  if (failure === undefined) return;
  const seeds = seedsText(wanted);
  if (failure !== null) {
    throw new UsageError(
      `seeds ${seeds} failed: ${failure}; the other results are kept: steerbot study fetch ${id} tries them again`,
    );
  }
  if (!(await store.manifest(id))) throw new UsageError(`study ${id} was cancelled`);
  // Its result may have come between the two questions.
  if (await store.hasResult(id, batch)) return;
  await queue.add([{ study: id, batch, seeds }]);
}

/** Adds again what failed or was lost. */
export async function retryMissing({ store, id, manifest, seeds }: QueuedStudy): Promise<void> {
  const queue = new StudyQueue(store, manifest);
  try {
    for (const batch of batchesOf(id, seeds, manifest)) {
      if (await store.hasResult(id, batch.batch)) continue;
      const failure = await queue.failure(id, batch.batch);
      if (failure === undefined) continue;
      if (failure !== null) await queue.remove(id, [batch.batch]);
      await queue.add([batch]);
    }
  } finally {
    await queue.close();
  }
}

/** Another processor, or Node, may round otherwise: then the figures of one table would not belong together. */
function refuseOtherFigures({ first }: Collection, { runs }: BatchResult): void {
  const [theirs] = runs;
  if (!first || !theirs || encodeExactly(first) === encodeExactly(theirs)) return;
  throw new UsageError(
    `a worker computes other figures for seed ${first.seed} than this machine; use the same Node.js on both`,
  );
}
