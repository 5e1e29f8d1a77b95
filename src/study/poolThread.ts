/** A thread of the pool: runs the studies that its tasks carry. */
import { loadOwnBehaviors } from '../config/mission/loadOwnBehaviors.js';
import { wallTime } from '../control/clock.js';
import { messageOf } from '../validation/errors.js';
import type { CarriedStudy, PoolTask } from './poolTask.js';
import { encodeResult } from './queue/wire.js';
import { scenarioBySeed } from './scenarioBySeed.js';
import { type BySeed, runSeed, type SeedRuns } from './seedRuns.js';
import { readFrom } from './studyFiles.js';

/** The latest studies, each prepared once. */
const prepared = new Map<string, Promise<readonly BySeed[]>>();
const MAX_PREPARED = 4;

async function prepare({ variants, behaviors, robot, limits, files }: CarriedStudy) {
  const own = behaviors === undefined ? {} : await loadOwnBehaviors(behaviors);
  const read = readFrom(files);
  const changes = { behaviors: own, read, ...(robot !== undefined && { robot }), ...(limits && { limits }) };
  return variants.map((variant) => scenarioBySeed(variant, changes));
}

function preparedOf(study: CarriedStudy): Promise<readonly BySeed[]> {
  const known = prepared.get(study.id) ?? prepare(study);
  prepared.delete(study.id);
  prepared.set(study.id, known);
  const [oldest] = prepared.keys();
  if (prepared.size > MAX_PREPARED && oldest !== undefined) prepared.delete(oldest);
  return known;
}

/** The same packed for a queue, so that the thread that talks to it has little to do. */
export async function runPacked(task: PoolTask): Promise<Uint8Array> {
  const from = wallTime.now();
  const runs = await runTask(task);
  return encodeResult({ seconds: wallTime.now() - from, runs });
}

/** A study that cannot be read is refused for each seed: to try again would not help. */
export async function runTask({ study, seeds }: PoolTask): Promise<SeedRuns[]> {
  let scenarios: readonly BySeed[];
  try {
    scenarios = await preparedOf(study);
  } catch (error) {
    return seeds.map((seed) => ({ seed, refused: messageOf(error) }));
  }
  const runs: SeedRuns[] = [];
  for (const seed of seeds) runs.push(await runSeed(scenarios, seed));
  return runs;
}
