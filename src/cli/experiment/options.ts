/** The options of `steerbot sim`: seeds, jobs, and which options go together. */

import { InvalidArgumentError } from 'commander';
import { MAX_SEED, type Seeds } from '../../study/seeds.js';
import { type KeySweep, MAX_VARIANTS } from '../../study/variant.js';
import { UsageError } from '../../validation/errors.js';
import type { SimOptions } from '../sim/sim.js';
import type { TableFiles } from '../tableOutputs.js';

export interface ExperimentOptions extends Omit<SimOptions, 'settings' | 'mission'>, TableFiles {
  /** Makes the run an experiment. */
  readonly seeds?: Seeds;
  readonly jobs?: number;
  /** The address of a queue whose workers run it. */
  readonly queue?: string;
  readonly set?: readonly KeySweep[];
  readonly missions?: readonly string[];
}

/** Options that only many runs have. */
const FOR_MANY = ['jobs', 'csv', 'parquet', 'jsonl', 'queue'] as const;

/** @param other the second scenario @throws UsageError for options that fit only many runs, or only one */
export function refuseMismatch(other: string | undefined, options: ExperimentOptions): void {
  if (options.seeds) refuseForMany(other, options);
  else refuseForOne(other, options);
}

function refuseForOne(other: string | undefined, options: ExperimentOptions): void {
  if (other !== undefined) {
    throw new UsageError(
      `too many arguments for one run: '${other}'; two scenarios are compared over many seeds; add --seeds 1..100`,
    );
  }
  const given = FOR_MANY.filter((name) => options[name] !== undefined).map((name) => `--${name}`);
  const { set = [], missions = [] } = options;
  if (set.some(({ values }) => values.length > 1)) given.push('--set with several values');
  if (missions.length > 1) given.push('--missions with several files');
  if (given.length > 0) throw new UsageError(`${given.join(' and ')}: for many seeds; add --seeds 1..100`);
}

function refuseForMany(other: string | undefined, options: ExperimentOptions): void {
  const { seed, firmware, speed, foxglove, queue, jobs, set = [], missions = [] } = options;
  const given = [
    ...(seed === undefined ? [] : ['--seed']),
    ...(firmware ? ['--firmware'] : []),
    ...(Number.isFinite(speed) ? ['--speed'] : []),
    ...(foxglove ? ['--foxglove'] : []),
  ].join(' and ');
  if (given !== '') {
    throw new UsageError(`${given}: for one run, and --seeds is for many; leave ${given} out, or --seeds`);
  }
  if (queue !== undefined && jobs !== undefined) {
    throw new UsageError(
      "--jobs is for this machine's cores, and --queue for workers; leave one of the two out",
    );
  }
  const twice = missions.find((file, i) => missions.indexOf(file) < i);
  if (twice !== undefined) throw new UsageError(`--missions: ${twice} is given twice; leave one of them out`);
  const count = set.reduce(
    (product, { values }) => product * values.length,
    (other === undefined ? 1 : 2) * Math.max(1, missions.length),
  );
  if (count > MAX_VARIANTS) {
    throw new UsageError(
      `that is ${count} variants; at most ${MAX_VARIANTS} are compared; leave some values out`,
    );
  }
}

/** More than any machine's cores. */
const MAX_JOBS = 256;

/** `--seed 7` */
export function parseSeed(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > MAX_SEED) {
    throw new InvalidArgumentError('A seed is a whole number from 0 to 4294967295.');
  }
  return value;
}

/** `--jobs 4` */
export function parseJobs(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > MAX_JOBS) {
    throw new InvalidArgumentError(`Jobs are a whole number from 1 to ${MAX_JOBS}.`);
  }
  return value;
}
