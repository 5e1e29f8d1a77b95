/**
 * Things that are many and come again, such as the marks of each echo or what each robot says to all others, are
 * stored once: a list of them has its own message, and messages behind it name its entries.
 */
import { encodeExactly } from './exactJson.js';

/** The first and the last of a run of entries, instead of them. */
export type Run = readonly [list: number, first: number, last: number];

export type Stored<T> = T | Run;

export interface List<T> {
  /** Of the lists of one channel: a message that was lost is not taken for another. */
  readonly list: number;
  readonly entries: readonly T[];
}

/** So many are written out where they stand. */
const FEW = 8;

export class ListBook<T extends object> {
  readonly #write: (list: List<T>) => void;
  readonly #entries = new Map<string, number>();
  #list = 0;

  /** @param write gets a list that must stand before whatever names its entries */
  constructor(write: (list: List<T>) => void) {
    this.#write = write;
  }

  /** What was written is out of reach from here on. */
  forget(): void {
    this.#entries.clear();
  }

  /** The groups with names in them; all belong to one message, so that one list must do for all. */
  store(groups: readonly (readonly T[])[]): readonly (readonly Stored<T>[])[] {
    const all = groups.flat();
    if (all.length <= FEW) return groups;
    const keys = all.map(encodeExactly);
    const news = keys.filter((key) => !this.#entries.has(key)).length;
    if (news > Math.max(FEW, all.length / 4)) this.#renew(all, keys);
    let next = 0;
    return groups.map((group) => {
      const from = next;
      next += group.length;
      return this.#named(group, keys.slice(from, next));
    });
  }

  #renew(entries: readonly T[], keys: readonly string[]): void {
    this.#list += 1;
    this.#entries.clear();
    for (const [i, key] of keys.entries()) this.#entries.set(key, i);
    this.#write({ list: this.#list, entries });
  }

  #named(items: readonly T[], keys: readonly string[]): Stored<T>[] {
    const named: Stored<T>[] = [];
    for (const [i, item] of items.entries()) {
      const entry = this.#entries.get(keys[i] ?? '');
      const before = named.at(-1);
      if (entry === undefined) named.push(item);
      else if (isRun(before) && before[2] === entry - 1)
        named[named.length - 1] = [this.#list, before[1], entry];
      else named.push([this.#list, entry, entry]);
    }
    return named;
  }
}

const isRun = (stored: unknown): stored is Run => Array.isArray(stored);

export const hasRuns = (stored: readonly unknown[]): boolean => stored.some(isRun);

/** What was stored; undefined where its list is another, or none. */
export function restored<T>(
  stored: readonly Stored<T>[],
  list: () => List<T> | undefined,
): readonly T[] | undefined {
  if (!hasRuns(stored)) return stored as readonly T[];
  const known = list();
  if (stored.some((each) => isRun(each) && each[0] !== known?.list)) return undefined;
  return stored.flatMap((each) =>
    isRun(each) ? (known?.entries.slice(each[1], each[2] + 1) ?? []) : [each],
  );
}
