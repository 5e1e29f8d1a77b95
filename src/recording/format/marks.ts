/**
 * Marks of a robot that are many and stay for some ticks, such as of each echo, are stored once: a list of them stands
 * in /marks/<robot>, and frames behind it name its entries.
 */
import type { Mark, Tick, Voice } from '../../signals.js';
import { encodeExactly } from './exactJson.js';

/** The first and the last of a run of entries, instead of them. */
type Run = readonly [first: number, last: number];

export type StoredVoice = Omit<Voice, 'marks'> & { readonly marks: readonly (Mark | Run)[] };
export type StoredTick = Omit<Tick, 'voices'> & { readonly voices: readonly StoredVoice[] };

export interface MarkList {
  readonly marks: readonly Mark[];
}

/** So many are written out where they stand. */
const FEW = 12;

/** Of one robot. */
export class MarkBook {
  readonly #entries = new Map<string, number>();

  /** @param list writes a list that goes before the tick */
  store(tick: Tick, list: (marks: MarkList) => void): StoredTick {
    const marks = tick.voices.flatMap((voice) => voice.marks);
    if (marks.length <= FEW) return tick;
    const keys = marks.map(encodeExactly);
    const news = keys.filter((key) => !this.#entries.has(key)).length;
    if (news > Math.max(FEW, marks.length / 4)) {
      this.#entries.clear();
      for (const [i, key] of keys.entries()) this.#entries.set(key, i);
      list({ marks });
    }
    let next = 0;
    const voices = tick.voices.map((voice) => {
      const from = next;
      next += voice.marks.length;
      return { ...voice, marks: this.#named(voice.marks, keys.slice(from, next)) };
    });
    return { ...tick, voices };
  }

  #named(marks: readonly Mark[], keys: readonly string[]): (Mark | Run)[] {
    const named: (Mark | Run)[] = [];
    for (const [i, mark] of marks.entries()) {
      const entry = this.#entries.get(keys[i] ?? '');
      const before = named.at(-1);
      if (entry === undefined) named.push(mark);
      else if (isRun(before) && before[1] === entry - 1) named[named.length - 1] = [before[0], entry];
      else named.push([entry, entry]);
    }
    return named;
  }
}

const isRun = (stored: Mark | Run | undefined): stored is Run => Array.isArray(stored);

/** @param list gives the last that stands before the tick; asked only where it is needed */
export function restoreMarks(tick: StoredTick, list: () => readonly Mark[]): Tick {
  if (!tick.voices.some(({ marks }) => marks.some(isRun))) return tick as Tick;
  const known = list();
  const voices = tick.voices.map((voice) => ({
    ...voice,
    marks: voice.marks.flatMap((stored) =>
      isRun(stored) ? known.slice(stored[0], stored[1] + 1) : [stored],
    ),
  }));
  return { ...tick, voices };
}
