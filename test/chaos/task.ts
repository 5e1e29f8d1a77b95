/** One run by its seed and index, from the draw to the outcome. */
import type { Seconds } from '../../src/math/units.js';
import { drawRun, within } from './drawRun.js';
import { writeFailure } from './failure.js';
import { type Outcome, runDrawn } from './runChaos.js';

export interface Task {
  readonly seed: number;
  readonly index: number;
  readonly firmware: boolean;
  /** It lasts no longer. */
  readonly seconds: Seconds;
}

export interface Told {
  readonly outcome: Outcome;
  /** What went wrong, in words. */
  readonly failure: string | null;
}

export async function tellRun({ seed, index, firmware, seconds }: Task): Promise<Told> {
  const run = within(seconds, drawRun(seed, index, firmware));
  const outcome = await runDrawn(run);
  return { outcome, failure: outcome.violations.length > 0 ? writeFailure(run, outcome) : null };
}
