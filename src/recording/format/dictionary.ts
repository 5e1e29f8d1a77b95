/**
 * A dictionary stores items that are many and repeat, such as the marks of each echo or the neighbors of each robot,
 * only once: a list of them has its own message, and later messages refer to its entries.
 */

import { encodeExactly } from './exactJson.js';

/** A reference to consecutive entries, by the first and the last. */
export type EntryRange = readonly [list: number, first: number, last: number];

export type StoredItem<T> = T | EntryRange;

export interface EntryList<T> {
  /** Number of the list on its channel, so that a lost list is not confused with another. */
  readonly list: number;
  readonly entries: readonly T[];
}

/** Up to this many items are written in place. */
const MAX_INLINE_ITEMS = 8;

export class Dictionary<T extends object> {
  readonly #write: (list: EntryList<T>) => void;
  readonly #entries = new Map<string, number>();
  #list = 0;

  /** @param write writes a list; it must come before messages that refer to its entries */
  constructor(write: (list: EntryList<T>) => void) {
    this.#write = write;
  }

  /** Earlier lists can no longer be referred to. */
  reset(): void {
    this.#entries.clear();
  }

  /** The groups with references in them. All belong to one message, so one list must serve all. */
  store(groups: readonly (readonly T[])[]): readonly (readonly StoredItem<T>[])[] {
    const all = groups.flat();
    if (all.length <= MAX_INLINE_ITEMS) return groups;
    const keys = all.map(encodeExactly);
    const news = keys.filter((key) => !this.#entries.has(key)).length;
    if (news > Math.max(MAX_INLINE_ITEMS, all.length / 4)) this.#startList(all, keys);
    let next = 0;
    return groups.map((group) => {
      const from = next;
      next += group.length;
      return this.#withReferences(group, keys.slice(from, next));
    });
  }

  #startList(entries: readonly T[], keys: readonly string[]): void {
    this.#list += 1;
    this.#entries.clear();
    for (const [i, key] of keys.entries()) this.#entries.set(key, i);
    this.#write({ list: this.#list, entries });
  }

  #withReferences(items: readonly T[], keys: readonly string[]): StoredItem<T>[] {
    const named: StoredItem<T>[] = [];
    for (const [i, item] of items.entries()) {
      const entry = this.#entries.get(keys[i] ?? '');
      const before = named.at(-1);
      if (entry === undefined) named.push(item);
      else if (isEntryRange(before) && before[2] === entry - 1)
        named[named.length - 1] = [this.#list, before[1], entry];
      else named.push([this.#list, entry, entry]);
    }
    return named;
  }
}

const isEntryRange = (stored: unknown): stored is EntryRange => Array.isArray(stored);

export const hasEntryRanges = (stored: readonly unknown[]): boolean => stored.some(isEntryRange);

/** The items that were stored; undefined if their list is missing. */
export function restoreItems<T>(
  stored: readonly StoredItem<T>[],
  list: () => EntryList<T> | undefined,
): readonly T[] | undefined {
  if (!hasEntryRanges(stored)) return stored as readonly T[];
  const known = list();
  if (stored.some((each) => isEntryRange(each) && each[0] !== known?.list)) return undefined;
  return stored.flatMap((each) =>
    isEntryRange(each) ? (known?.entries.slice(each[1], each[2] + 1) ?? []) : [each],
  );
}
