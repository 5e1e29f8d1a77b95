/** A study that the workers of a queue run: `steerbot sim … --queue`, and `steerbot study fetch`. */
import { wallTime } from '../../control/clock.js';
import type { Seconds } from '../../math/units.js';
import { collect, retryMissing } from '../../study/queue/collect.js';
import type { StudyStore } from '../../study/queue/studyStore.js';
import type { Submission } from '../../study/queue/submit.js';
import { codeVersion } from '../../study/queue/version.js';
import type { Manifest } from '../../study/queue/wire.js';
import type { SeedRuns } from '../../study/seedRuns.js';
import { parseSeeds } from '../../study/seeds.js';
import type { StudyWork } from '../../study/variant.js';
import { UsageError } from '../../validation/errors.js';
import { type ExperimentOutputs, judgeRuns } from '../experiment/judgeRuns.js';
import type { ExitCode } from '../terminal/exitCodes.js';
import { showExperimentProgress } from '../terminal/statusLine.js';
import { withStore } from './withStore.js';

/** @throws UsageError */
export function experimentByQueue(
  queue: string,
  submission: Submission,
  outputs: ExperimentOutputs,
): Promise<ExitCode> {
  return withStore(queue, async (store) => {
    const { submit } = await import('../../study/queue/submit.js');
    const { id, manifest, first } = await submit(store, submission);
    const { list } = submission.seeds;
    process.stderr.write(
      `study ${id}: ${list.length} seeds in ${manifest.batches} batches; it goes on without this program: ` +
        `steerbot study fetch ${id} --queue …\n`,
    );
    return judgeCollected({ store, id, manifest, first }, outputs);
  });
}

/** `steerbot study fetch ID`: all results of a study, as if it had been run here. @throws UsageError */
export function fetchStudy(queue: string, id: string, outputs: ExperimentOutputs): Promise<ExitCode> {
  return withStore(queue, async (store) => {
    const manifest = await wantedManifest(store, id);
    const { list } = parseSeeds(manifest.seeds);
    await retryMissing({ store, id, manifest, seeds: list });
    return judgeCollected({ store, id, manifest }, outputs);
  });
}

/** @throws UsageError where there is none, or it is of another version */
async function wantedManifest(store: StudyStore, id: string): Promise<Manifest> {
  const manifest = await store.manifest(id);
  if (!manifest)
    throw new UsageError(`there is no study ${id}; steerbot study list shows those that are there`);
  if (manifest.version === codeVersion()) return manifest;
  throw new UsageError(
    `study ${id} is of Steerbot ${manifest.version}, and this is ${codeVersion()}; fetch it with that version`,
  );
}

interface Collected {
  readonly store: StudyStore;
  readonly id: string;
  readonly manifest: Manifest;
  readonly first?: SeedRuns;
}

async function judgeCollected(
  { store, id, manifest, first }: Collected,
  outputs: ExperimentOutputs,
): Promise<ExitCode> {
  const seeds = parseSeeds(manifest.seeds);
  const runsOf = (batches: number) =>
    Math.min(batches * manifest.atOnce, seeds.list.length) * manifest.variants.length;
  const [total, before] = [runsOf(manifest.batches), runsOf(await store.resultCount(id))];
  const progress = showExperimentProgress({ total, before, more: () => workers.words }, process.stderr);
  const workers = new QueueWorkers({ store, needsCode: manifest.behaviors !== undefined, say: progress.say });
  const watching = setInterval(() => void workers.look().catch(() => {}), LOOK_MS);
  try {
    await workers.look();
    return await judgeRuns({
      ...{ work: workOf(manifest), seeds, outputs, progress },
      runs: (interruption) =>
        collect({
          ...{ store, id, manifest, seeds: seeds.list, interruption },
          ...(first && { first }),
          onBatch: (seconds, count) => workers.took(seconds, count),
        }),
    });
  } finally {
    clearInterval(watching);
  }
}

function workOf({ variants, robot, limits, behaviors }: Manifest): StudyWork {
  return {
    variants,
    ...(robot !== undefined && { robot }),
    ...(limits && { limits }),
    ...(behaviors && { behaviors: behaviors.name }),
  };
}

const LOOK_MS = 2000;
/** Only then is it said that there is no worker: one may just be starting, or find the server again. */
const PATIENCE: Seconds = 8;

interface WatchOptions {
  readonly store: StudyStore;
  readonly needsCode: boolean;
  readonly say: (line: string) => void;
}

/** The workers of the queue, and what a seed costs them. */
class QueueWorkers {
  readonly #store: StudyStore;
  readonly #needsCode: boolean;
  readonly #say: (line: string) => void;
  #since = wallTime.now();
  #count = 0;
  #missed = false;
  #seconds = 0;
  #seeds = 0;

  constructor({ store, needsCode, say }: WatchOptions) {
    this.#store = store;
    this.#needsCode = needsCode;
    this.#say = say;
    store.whenAway({
      away: () => say(`${store.shown} does not answer; waiting for it`),
      back: () => {
        say(`${store.shown} answers again`);
        this.#since = wallTime.now();
      },
    });
  }

  get words(): string {
    const each = this.#seeds === 0 ? '' : `, ${((1000 * this.#seconds) / this.#seeds).toFixed(1)} ms a seed`;
    return `, ${this.#count} ${this.#count === 1 ? 'worker' : 'workers'}${each}`;
  }

  took(seconds: number, seeds: number): void {
    this.#seconds += seconds;
    this.#seeds += seeds;
  }

  async look(): Promise<void> {
    const all = await this.#store.workers();
    const own = all.filter(
      ({ version, allowsCode }) => version === codeVersion() && (allowsCode || !this.#needsCode),
    );
    this.#count = own.length;
    if (own.length > 0 || this.#missed || wallTime.now() - this.#since < PATIENCE) return;
    this.#missed = true;
    const wanted = this.#needsCode ? ' that runs own behaviors' : '';
    const there = all.map(
      ({ version, allowsCode }) => `${version}${allowsCode ? ' with' : ' without'} own behaviors`,
    );
    this.#say(
      `no worker of Steerbot ${codeVersion()}${wanted} listens to this queue` +
        (there.length === 0 ? '' : ` (there are: ${[...new Set(there)].join(', ')})`) +
        `; start one: steerbot worker --queue …${this.#needsCode ? ' --allow-code' : ''}`,
    );
  }
}
