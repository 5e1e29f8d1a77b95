/** `steerbot study list | show | cancel`: the studies of a queue. */
import { StudyQueue } from '../../study/queue/studyQueue.js';
import type { StudyStore } from '../../study/queue/studyStore.js';
import type { Manifest } from '../../study/queue/wire.js';
import { countSeeds } from '../../study/seeds.js';
import { labelOf } from '../../study/variant.js';
import { UsageError } from '../../validation/errors.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { alignColumns } from '../terminal/terminal.js';
import { withStore } from './withStore.js';

interface StudyState {
  readonly id: string;
  readonly seeds: string;
  readonly variants: readonly string[];
  readonly batches: number;
  readonly done: number;
  readonly version: string;
  /** ISO 8601, by its sender's clock. */
  readonly created: string;
}

async function stateOf(store: StudyStore, id: string, manifest: Manifest): Promise<StudyState> {
  const { seeds, variants, batches, version, created } = manifest;
  return {
    id,
    seeds,
    variants: variants.map(labelOf),
    batches,
    done: await store.resultCount(id),
    version,
    created: new Date(created).toISOString(),
  };
}

const share = ({ done, batches }: StudyState): string => `${Math.floor((100 * done) / batches)} %`;

export function listStudies(queue: string, json = false): Promise<ExitCode> {
  return withStore(queue, async (store) => {
    const states: StudyState[] = [];
    for (const { id, manifest } of await store.studies()) states.push(await stateOf(store, id, manifest));
    const rows = states.map((state) => [
      state.id,
      state.created,
      share(state),
      state.seeds,
      state.variants.join('; '),
    ]);
    const lines = rows.length === 0 ? ['no studies'] : alignColumns(rows);
    process.stdout.write(
      `${json ? JSON.stringify(states) : lines.map((line) => line.trimEnd()).join('\n')}\n`,
    );
    return EXIT.done;
  });
}

/** @throws UsageError where there is none */
export function showStudy(queue: string, id: string, json = false): Promise<ExitCode> {
  return withStore(queue, async (store) => {
    const manifest = await manifestOf(store, id);
    const state = await stateOf(store, id, manifest);
    const jobs = new StudyQueue(store, manifest);
    const failed = await jobs.failures(id).finally(() => jobs.close());
    const workers = await store.workers();
    const document = { ...state, failed, workers };
    process.stdout.write(`${json ? JSON.stringify(document) : linesOf(document).join('\n')}\n`);
    return EXIT.done;
  });
}

type Shown = StudyState & {
  readonly failed: Awaited<ReturnType<StudyQueue['failures']>>;
  readonly workers: Awaited<ReturnType<StudyStore['workers']>>;
};

function linesOf({ workers, failed, ...state }: Shown): string[] {
  const { id, seeds, variants, batches, done, version, created } = state;
  return [
    `study ${id} of ${created}, Steerbot ${version}`,
    `  ${countSeeds(seeds)} seeds: ${seeds}`,
    ...variants.map((label) => `  ${label}`),
    `  ${done} of ${batches} batches are done (${share(state)})`,
    ...failed.map(({ seeds, why }) => `  seeds ${seeds} failed: ${why}`),
    ...workers.map(
      (card) =>
        `  worker on ${card.host}: ${card.threads} threads, Steerbot ${card.version}` +
        (card.allowsCode ? ', runs own behaviors' : ''),
    ),
    ...(workers.length === 0 ? ['  no worker is there'] : []),
  ];
}

/** Its results are gone; batches that run are not stopped, and their results are dropped. @throws UsageError */
export function cancelStudy(queue: string, id: string): Promise<ExitCode> {
  return withStore(queue, async (store) => {
    const manifest = await manifestOf(store, id);
    await store.remove(id);
    const jobs = new StudyQueue(store, manifest);
    const all = Array.from({ length: manifest.batches }, (_, batch) => batch);
    await jobs.remove(id, all).finally(() => jobs.close());
    process.stdout.write(`study ${id} is cancelled\n`);
    return EXIT.done;
  });
}

async function manifestOf(store: StudyStore, id: string): Promise<Manifest> {
  const manifest = await store.manifest(id);
  if (manifest) return manifest;
  throw new UsageError(`there is no study ${id}; steerbot study list shows those that are there`);
}
