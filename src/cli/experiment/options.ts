/** What `steerbot sim` is told on the command line, and what of it goes together. */

import type { SimOptions } from '../sim/sim.js';
import { UsageError } from '../terminal/usageError.js';
import type { Seeds } from './seeds.js';

export interface ExperimentOptions extends SimOptions {
  /** Makes an experiment of it. */
  readonly seeds?: Seeds;
  readonly jobs?: number;
  readonly csv?: string;
}

/** @param other the second scenario @throws UsageError for what one run, or many, cannot be told */
export function refuseMismatch(other: string | undefined, options: ExperimentOptions): void {
  if (options.seeds) refuseForMany(options);
  else refuseForOne(other, options);
}

function refuseForOne(other: string | undefined, { jobs, csv }: ExperimentOptions): void {
  if (other !== undefined) {
    throw new UsageError(
      `too many arguments for one run: '${other}'; two scenarios are compared over many seeds; add --seeds 1..100`,
    );
  }
  const given = [...(jobs === undefined ? [] : ['--jobs']), ...(csv === undefined ? [] : ['--csv'])];
  if (given.length > 0) throw new UsageError(`${given.join(' and ')}: for many seeds; add --seeds 1..100`);
}

function refuseForMany({ seed, plot, firmware, speed }: ExperimentOptions): void {
  const given = [
    ...(seed === undefined ? [] : ['--seed']),
    ...(plot === undefined ? [] : ['--plot']),
    ...(firmware ? ['--firmware'] : []),
    ...(Number.isFinite(speed) ? ['--speed'] : []),
  ].join(' and ');
  if (given !== '') {
    throw new UsageError(`${given}: for one run, and --seeds is for many; leave ${given} out, or --seeds`);
  }
}
