/** A thread that runs scenarios over some seeds and returns a row for each run. */
import { simulate } from '../../../sim/engine/run.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import { FileError } from '../../validation/errors.js';
import { loadOwnBehaviors } from '../ownBehaviors.js';
import { type LimitOptions, missionLimits } from '../sim/missionLimits.js';
import { type RunRow, rowOf } from './runFigures.js';
import { scenarioBySeed } from './scenarioBySeed.js';

export interface ExperimentWork {
  /** Names or files. */
  readonly scenarios: readonly string[];
  /** The file of the user's own behaviors. */
  readonly behaviors?: string | undefined;
  /** The name or the file of the robot that replaces the scenario's robots. */
  readonly robot?: string | undefined;
  /** As the user wrote them. */
  readonly limits?: LimitOptions;
}

export interface SeedTask extends ExperimentWork {
  readonly seeds: readonly number[];
}

/** One seed with a row for each scenario; or the reason as text, because an error loses its class between threads. */
export type SeedRuns = { readonly seed: number } & ({ readonly rows: readonly RunRow[] } | Refusal);

interface Refusal {
  readonly refused: string;
}

type BySeed = (seed: number) => Scenario;

/** Prepared once: every task of an experiment uses the same files. */
let prepared: Promise<readonly BySeed[]> | undefined;

async function prepare({
  scenarios,
  behaviors,
  robot,
  limits = {},
}: ExperimentWork): Promise<readonly BySeed[]> {
  const own = behaviors === undefined ? {} : await loadOwnBehaviors(behaviors);
  return scenarios.map((name) => scenarioBySeed(name, own, { robot, limits: missionLimits(limits) }));
}

export async function runTask({ seeds, ...work }: SeedTask): Promise<SeedRuns[]> {
  prepared ??= prepare(work);
  const scenarios = await prepared;
  const runs: SeedRuns[] = [];
  for (const seed of seeds) runs.push({ seed, ...(await runSeed(scenarios, seed)) });
  return runs;
}

async function runSeed(scenarios: readonly BySeed[], seed: number): Promise<{ rows: RunRow[] } | Refusal> {
  try {
    const rows: RunRow[] = [];
    for (const bySeed of scenarios) rows.push(rowOf(await simulate(bySeed(seed))));
    return { rows };
  } catch (error) {
    if (error instanceof FileError) return { refused: error.message };
    return { refused: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
