/** The seeds of a study, as a user writes them. */

import { InvalidArgumentError } from 'commander';

export interface Seeds {
  /** As the user wrote it. */
  readonly text: string;
  /** In the order in which they were written, without duplicates. */
  readonly list: readonly number[];
}

export const MAX_SEEDS = 1_000_000;
export const MAX_SEED = 0xffffffff;

const SEEDS_WANTED = 'Seeds are 5, 1..1000, or a list of these with commas: 1..10,20.';

interface Range {
  readonly low: number;
  readonly high: number;
}

/** @throws InvalidArgumentError for anything but a list of seeds, and for more than MAX_SEEDS */
export function parseSeeds(text: string): Seeds {
  const list: number[] = [];
  for (const { low, high } of rangesOf(text)) for (let seed = low; seed <= high; seed++) list.push(seed);
  return { text: text.replaceAll(' ', ''), list };
}

/** @throws as parseSeeds */
export const countSeeds = (text: string): number => countOf(rangesOf(text));

function rangesOf(text: string): readonly Range[] {
  const ranges = text.split(',').map((part) => rangeOf(part.trim()));
  const count = countOf(ranges);
  if (count > MAX_SEEDS) throw new InvalidArgumentError(`That is ${count} seeds; at most ${MAX_SEEDS} run.`);
  refuseRepeated(ranges);
  return ranges;
}

const countOf = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, { low, high }) => sum + high - low + 1, 0);

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

/** The text of a list of seeds: 1, 2, 3, 7 → `1..3,7`. */
export function seedsText(list: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const seed of list) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === seed) last[1] = seed;
    else ranges.push([seed, seed]);
  }
  return ranges.map(([low, high]) => (low === high ? `${low}` : `${low}..${high}`)).join(',');
}
