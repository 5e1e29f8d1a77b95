/** What a bench measured, under the names by which the docs quote it. */

/** Repeats to the digit on any machine: errors, scores, contacts, times in virtual time. */
interface Exact {
  readonly kind: 'exact';
  readonly value: number;
  readonly unit: string;
}

/** Repeats as well, and no page quotes it: of a short part of a long bench, whose digits change with its figures. */
interface Probe {
  readonly kind: 'probe';
  readonly value: number;
  readonly unit: string;
}

/** What several rounds found: differs from round to round, and from machine to machine. */
interface Spread {
  /** The median of the rounds. */
  readonly value: number;
  readonly unit: string;
  readonly rounds: number;
  readonly spread: readonly [least: number, most: number];
}

/** How long something takes in times of something else, measured in turn with it. */
interface Ratio extends Spread {
  readonly kind: 'ratio';
  readonly against: string;
}

/** What the machine has a part in, and a person or a board would notice: real time, memory. */
interface Wall extends Spread {
  readonly kind: 'wall';
}

export type Figure = Exact | Probe | Ratio | Wall;

/** By their ids: the bench, and what it measured, joined by dots. */
export type FigureTable = Readonly<Record<string, Figure>>;

/** Fewer rounds tell nothing of the spread. */
export const LEAST_ROUNDS = 5;

/** So many digits are stored: more than a page quotes, fewer than a number has. */
const DIGITS = 12;

const ID = /^[a-z]\w*(\.\w+)+$/i;

const stored = (value: number): number => Number(value.toPrecision(DIGITS));

/** Takes down what a bench measures. */
export class Figures {
  readonly #table = new Map<string, Figure>();

  get table(): FigureTable {
    return Object.fromEntries(this.#table);
  }

  /** @param value in the unit in which it is quoted */
  exact(id: string, value: number, unit: string): void {
    this.#add(id, { kind: 'exact', value: stored(value), unit });
  }

  probe(id: string, value: number): void {
    this.#add(id, { kind: 'probe', value: stored(value), unit: '' });
  }

  /** @param rounds of each its time in times of the other's */
  ratio(id: string, rounds: readonly number[], against: string): void {
    this.#add(id, { kind: 'ratio', ...spreadOf(rounds), unit: '×', against });
  }

  wall(id: string, rounds: readonly number[], unit: string): void {
    this.#add(id, { kind: 'wall', ...spreadOf(rounds), unit });
  }

  /** @throws RangeError for what cannot be published: a bench says what it found only where it found something */
  #add(id: string, figure: Figure): void {
    if (!ID.test(id)) throw new RangeError(`${id}: an id has two or more words, joined by dots`);
    if (this.#table.has(id)) throw new RangeError(`${id}: measured twice`);
    if (!Number.isFinite(figure.value)) throw new RangeError(`${id}: ${figure.value} is no figure`);
    this.#table.set(id, figure);
  }
}

/** @throws RangeError for too few rounds */
function spreadOf(rounds: readonly number[]) {
  if (rounds.length < LEAST_ROUNDS)
    throw new RangeError(`${rounds.length} rounds: at least ${LEAST_ROUNDS}, for a median and a spread`);
  const sorted = rounds.map(stored).sort((a, b) => a - b);
  const value = sorted[sorted.length >> 1] as number;
  const spread = [sorted[0] as number, sorted.at(-1) as number] as const;
  return { value, rounds: rounds.length, spread };
}

/** The value that an id quotes: a figure's own, or the `least` or the `most` of its rounds. */
export function quotedValue(table: FigureTable, id: string): number | undefined {
  const [, of = id, end] = /^(.*)\.(least|most)$/.exec(id) ?? [];
  const figure = table[id] ?? table[of];
  if (end === undefined || id in table) return figure?.value;
  if (figure === undefined || !('spread' in figure)) return undefined;
  return figure.spread[end === 'least' ? 0 : 1];
}
