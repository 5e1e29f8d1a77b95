/** `--seeds 1..1000,2000`: which seeds an experiment runs. */
import { InvalidArgumentError } from 'commander';

export interface Seeds {
  /** As it was written. */
  readonly text: string;
  /** In the order they were written; none is there twice. */
  readonly list: readonly number[];
}

export const MOST_SEEDS = 1_000_000;
const LARGEST = 0xffffffff;

const WANTED = 'Seeds are 5, 1..1000, or several of them with commas between: 1..10,20.';

interface Range {
  readonly low: number;
  readonly high: number;
}

/** @throws InvalidArgumentError for what is no list of seeds, and for more of them than anybody waits for */
export function parseSeeds(text: string): Seeds {
  const ranges = text.split(',').map((part) => rangeOf(part.trim()));
  const count = ranges.reduce((sum, { low, high }) => sum + high - low + 1, 0);
  if (count > MOST_SEEDS)
    throw new InvalidArgumentError(`That is ${count} seeds; at most ${MOST_SEEDS} run.`);
  refuseRepeated(ranges);
  const list = ranges.flatMap(({ low, high }) => Array.from({ length: high - low + 1 }, (_, i) => low + i));
  return { text: text.replaceAll(' ', ''), list };
}

function rangeOf(part: string): Range {
  const found = /^(\d+)(?:\.\.(\d+))?$/.exec(part);
  if (!found) throw new InvalidArgumentError(`'${part}' is no seed and no range of seeds. ${WANTED}`);
  const low = Number(found[1]);
  const high = Number(found[2] ?? found[1]);
  if (low > high) throw new InvalidArgumentError(`${part} runs backwards; write ${high}..${low}.`);
  if (high > LARGEST) {
    throw new InvalidArgumentError(`${part}: a seed is a whole number from 0 to ${LARGEST}.`);
  }
  return { low, high };
}

/** A seed that counted twice would make figures look surer than they are. */
function refuseRepeated(ranges: readonly Range[]): void {
  const sorted = ranges.toSorted((a, b) => a.low - b.low);
  for (const [i, { low }] of sorted.entries()) {
    if (low > (sorted[i - 1]?.high ?? -1)) continue;
    throw new InvalidArgumentError(`Seed ${low} is given twice; each seed counts once.`);
  }
}
