/** One run by its seed and index, from the draw to the outcome. */
import { drawRun } from './drawRun.js';
import { writeFailure } from './failure.js';
import { type Outcome, runDrawn } from './runChaos.js';

export interface Task {
  readonly seed: number;
  readonly index: number;
  readonly firmware: boolean;
}

export interface Told {
  readonly outcome: Outcome;
  /** What went wrong, in words. */
  readonly failure: string | null;
}

export async function tellRun({ seed, index, firmware }: Task): Promise<Told> {
  const run = drawRun(seed, index, firmware);
  const outcome = await runDrawn(run);
  return { outcome, failure: outcome.violations.length > 0 ? writeFailure(run, outcome) : null };
}
