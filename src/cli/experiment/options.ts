/** The options of `steerbot sim`: seeds, jobs, and which options go together. */

import { InvalidArgumentError } from 'commander';
import type { SimOptions } from '../sim/sim.js';
import { UsageError } from '../terminal/exitCodes.js';

export interface ExperimentOptions extends SimOptions {
  /** Makes the run an experiment. */
  readonly seeds?: Seeds;
  readonly jobs?: number;
  readonly csv?: string;
}

/** @param other the second scenario @throws UsageError for options that fit only many runs, or only one */
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

export interface Seeds {
  /** As the user wrote it. */
  readonly text: string;
  /** In the order in which they were written, without duplicates. */
  readonly list: readonly number[];
}

export const MAX_SEEDS = 1_000_000;
const MAX_SEED = 0xffffffff;

const SEEDS_WANTED = 'Seeds are 5, 1..1000, or a list of these with commas: 1..10,20.';

interface Range {
  readonly low: number;
  readonly high: number;
}

/** @throws InvalidArgumentError for anything but a list of seeds, and for more than MAX_SEEDS */
export function parseSeeds(text: string): Seeds {
  const ranges = text.split(',').map((part) => rangeOf(part.trim()));
  const count = ranges.reduce((sum, { low, high }) => sum + high - low + 1, 0);
  if (count > MAX_SEEDS) throw new InvalidArgumentError(`That is ${count} seeds; at most ${MAX_SEEDS} run.`);
  refuseRepeated(ranges);
  const list = ranges.flatMap(({ low, high }) => Array.from({ length: high - low + 1 }, (_, i) => low + i));
  return { text: text.replaceAll(' ', ''), list };
}

function rangeOf(part: string): Range {
  const found = /^(\d+)(?:(?:\.\.|-)(\d+))?$/.exec(part);
  if (!found) throw new InvalidArgumentError(`'${part}' is no seed and no range of seeds. ${SEEDS_WANTED}`);
  const low = Number(found[1]);
  const high = Number(found[2] ?? found[1]);
  if (low > high) throw new InvalidArgumentError(`${part} runs backwards; write ${high}..${low}.`);
  if (high > MAX_SEED) {
    throw new InvalidArgumentError(`${part}: a seed is a whole number from 0 to ${MAX_SEED}.`);
  }
  return { low, high };
}

/** A seed that counts twice would make the figures look more certain than they are. */
function refuseRepeated(ranges: readonly Range[]): void {
  const sorted = ranges.toSorted((a, b) => a.low - b.low);
  for (const [i, { low }] of sorted.entries()) {
    if (low > (sorted[i - 1]?.high ?? -1)) continue;
    throw new InvalidArgumentError(`Seed ${low} is given twice; each seed counts once.`);
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
