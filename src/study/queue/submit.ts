/** Hands a study to a queue. */
import { readFileSync } from 'node:fs';
import { wallTime } from '../../control/clock.js';
import { UsageError } from '../../validation/errors.js';
import type { CarriedStudy } from '../poolTask.js';
import { type BySeed, runSeed, type SeedRuns } from '../seedRuns.js';
import type { Seeds } from '../seeds.js';
import { carriedBehaviors } from './carriedBehaviors.js';
import { batchesOf, StudyQueue } from './studyQueue.js';
import { hashOf, type StudyStore } from './studyStore.js';
import { codeVersion } from './version.js';
import {
  MAX_MANIFEST_BYTES,
  MAX_SEEDS_IN_BATCH,
  type Manifest,
  manifestSchema,
  type WorkerCard,
} from './wire.js';

/** What a batch takes one thread: its messages cost some milliseconds, and a killed worker some batches. */
const BATCH_SECONDS = 2;

/** Few seeds still give work to many workers. */
const LEAST_BATCHES = 32;

export interface Submission {
  readonly study: CarriedStudy;
  readonly scenarios: readonly BySeed[];
  readonly seeds: Seeds;
}

export interface Submitted {
  readonly id: string;
  readonly manifest: Manifest;
  /** The runs of the first seed as this machine computes them. */
  readonly first: SeedRuns;
}

/** @throws UsageError where the queue's workers are of another version */
export async function submit(store: StudyStore, { study, scenarios, seeds }: Submission): Promise<Submitted> {
  refuseOtherVersions(await store.workers());
  const behaviors = study.behaviors === undefined ? undefined : await carriedCode(study.behaviors);
  const { first, seconds } = await timed(scenarios, seeds.list[0] ?? 1);
  const manifest = manifestOf(study, seeds, seconds, behaviors);
  refuseUnreadable(manifest);
  const texts = [...study.files.map(({ text }) => text), ...(behaviors ? [behaviors.text] : [])];
  const id = await store.create(manifest, texts);
  const queue = new StudyQueue(store, manifest);
  await queue.add(batchesOf(id, seeds.list, manifest)).finally(() => queue.close());
  return { id, manifest, first };
}

/** @param secondsPerSeed what a seed takes one thread: it says how many make a batch */
export function manifestOf(
  study: CarriedStudy,
  seeds: Seeds,
  secondsPerSeed: number,
  behaviors?: { readonly name: string; readonly text: string },
): Manifest {
  const atOnce = batchSize(seeds.list.length, secondsPerSeed);
  return {
    version: codeVersion(),
    created: Date.now(),
    seeds: seeds.text,
    atOnce,
    batches: Math.ceil(seeds.list.length / atOnce),
    variants: study.variants.map(({ settings, ...variant }) => ({ ...variant, settings: [...settings] })),
    ...(study.robot !== undefined && { robot: study.robot }),
    ...(study.limits && { limits: study.limits }),
    ...(behaviors && { behaviors: { name: behaviors.name, hash: hashOf(behaviors.text) } }),
    files: study.files.map(({ text, ...file }) => ({ ...file, hash: hashOf(text) })),
  };
}

/** Workers read no study beyond these limits. @throws UsageError */
function refuseUnreadable(manifest: Manifest): void {
  const { error } = manifestSchema.safeParse(manifest);
  const [issue] = error?.issues ?? [];
  if (issue) throw new UsageError(`a queue takes no such study: ${issue.path.join('.')}: ${issue.message}`);
  const bytes = Buffer.byteLength(JSON.stringify(manifest));
  if (bytes > MAX_MANIFEST_BYTES) {
    throw new UsageError(`a queue takes no such study: its variants and seeds take ${bytes} bytes`);
  }
}

/** A worker of another version would compute other figures. @throws UsageError that names both versions */
export function refuseOtherVersions(workers: readonly WorkerCard[]): void {
  const own = codeVersion();
  if (workers.length === 0 || workers.some(({ version }) => version === own)) return;
  const others = [...new Set(workers.map(({ version }) => version))].join(', ');
  throw new UsageError(
    `the workers of this queue run Steerbot ${others}, and this is ${own}; install the same version on both sides`,
  );
}

/** The second run counts: the first one also compiles the code. */
async function timed(scenarios: readonly BySeed[], seed: number) {
  await runSeed(scenarios, seed);
  const from = wallTime.now();
  const first = await runSeed(scenarios, seed);
  return { first, seconds: wallTime.now() - from };
}

function batchSize(seeds: number, secondsPerSeed: number): number {
  const most = Math.min(MAX_SEEDS_IN_BATCH, Math.ceil(seeds / LEAST_BATCHES));
  return Math.max(1, Math.min(most, Math.floor(BATCH_SECONDS / secondsPerSeed)));
}

/** Tried as a worker will do it. @throws UsageError for a file that needs others of its folder */
async function carriedCode(file: string) {
  const code = { name: file, text: readFileSync(file, 'utf8') };
  const copy = carriedBehaviors(code);
  try {
    await copy.load();
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : error}\nown behaviors travel to workers as one file`,
    );
  } finally {
    copy.remove();
  }
  return code;
}
