/** Runs every variant of a study with one seed. */
import { simulate } from '../../sim/engine/run.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { FileError } from '../validation/errors.js';
import { type RunRow, rowOf } from './runRow.js';

/** One seed with a row for each variant; or the reason as text, because an error loses its class between threads. */
export type SeedRuns = { readonly seed: number } & ({ readonly rows: readonly RunRow[] } | Refusal);

export interface Refusal {
  readonly refused: string;
}

export type BySeed = (seed: number) => Scenario;

export async function runSeed(scenarios: readonly BySeed[], seed: number): Promise<SeedRuns> {
  try {
    const rows: RunRow[] = [];
    for (const bySeed of scenarios) rows.push(rowOf(await simulate(bySeed(seed))));
    return { seed, rows };
  } catch (error) {
    if (error instanceof FileError) return { seed, refused: error.message };
    return { seed, refused: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
