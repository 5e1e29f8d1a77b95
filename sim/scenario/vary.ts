/** Changes of a scenario's values before it is checked: `vary:` draws them from its seed, `--set` gives them. */

import type { PlacedValue } from '../../src/config/placedValue.js';
import { FORBIDDEN_KEYS } from '../../src/config/yaml/yamlStructure.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import { didYouMean, type FileFault, isFound, shown } from '../../src/validation/errors.js';
import { type Measure, readMeasure } from '../../src/validation/quantity.js';
import { fieldOf, isRecord, type KeyPath, listOf, valueAt, withValue } from '../../src/validation/values.js';

interface Varied {
  readonly value: unknown;
  readonly faults: readonly FileFault[];
}

/** A value that a program or the command line gives in place of the file's. */
export interface Setting {
  /** `robots.a.mission.arrive.slowingRadius`: keys, and of a list's items their ids or their indices from 0. */
  readonly key: string;
  /** As the file would write it. */
  readonly value: unknown;
}

/** Keys that are read before any value is set, and what to do instead of setting them. */
const READ_BEFORE: ReadonlyMap<string, string> = new Map([
  ['seed', 'give --seed, or --seeds for many runs'],
  ['vary', 'set the value that it draws: that one takes the place of what is drawn'],
]);

/**
 * Also in place of what `vary` drew. Each setting keeps its effect: a key that another one holds is refused. Faults of
 * the given values are shown at the nearest place of the file.
 */
export function withSettings(document: PlacedValue, root: unknown, settings: readonly Setting[]): Varied {
  const faults: FileFault[] = [];
  const done: { readonly key: string; readonly keys: KeyPath }[] = [];
  let value = root;
  for (const { key, value: given } of settings) {
    const path = pathOf(key, value);
    const { keys } = path;
    const wrong = path.wrong ?? whyLost(keys, done);
    if (wrong !== undefined) faults.push(document.fault(keys, `'${key}' cannot be set: ${wrong}`, 'key'));
    else value = withValue(value, keys, given);
    done.push({ key, keys });
  }
  return { value, faults };
}

/** Why a setting, or one before it, would have no effect; undefined where both have. */
function whyLost(
  keys: KeyPath,
  before: readonly { readonly key: string; readonly keys: KeyPath }[],
): string | undefined {
  const instead = READ_BEFORE.get(String(keys[0]));
  if (instead !== undefined) return instead;
  const other = before.find((one) => holds(one.keys, keys) || holds(keys, one.keys));
  return other && `it and '${other.key}' are the same value, or one holds the other; set one of the two`;
}

/** Whether a value lies at, or within, another one. */
const holds = (outer: KeyPath, inner: KeyPath): boolean => outer.every((key, i) => key === inner[i]);

/** Draws in the order of the file: the same seed gives the same values. */
export function vary(document: PlacedValue, seed: number): Varied {
  const ranges = fieldOf(document.value, 'vary');
  if (ranges === undefined) return { value: document.value, faults: [] };
  if (!isRecord(ranges)) {
    const message = `${isFound(ranges)}; a map is wanted: robots.a.at.x: [0, 1]`;
    return { value: document.value, faults: [document.fault(['vary'], message)] };
  }
  const random = resumeRandom(seedRandom(seed));
  const faults: FileFault[] = [];
  let value = document.value;
  for (const [name, range] of Object.entries(ranges)) {
    const path = pathOf(name, value);
    const drawn = draw(range, random);
    if (path.wrong) faults.push(document.fault(['vary', name], path.wrong, 'key'));
    if (drawn.wrong) faults.push(document.fault(['vary', name], drawn.wrong));
    if (path.wrong || drawn.wrong) continue;
    moveFaults(document, path.keys, name);
    value = withValue(value, path.keys, drawn.value);
  }
  return { value, faults };
}

/** Faults of a drawn value are shown at its range. */
function moveFaults(document: PlacedValue, keys: KeyPath, name: string): void {
  document.move(keys, ['vary', name]);
  for (let length = 1; length < keys.length; length++) {
    const prefix = keys.slice(0, length);
    if (valueAt(document.value, prefix) === undefined) document.move(prefix, ['vary', name]);
  }
}

interface VariedPath {
  readonly keys: KeyPath;
  readonly wrong?: string;
}

/** `robots.a.at.heading` → its keys; an item of a list by its id or by its index from 0. */
function pathOf(name: string, root: unknown): VariedPath {
  const keys: PropertyKey[] = [];
  for (const word of name.split('.')) {
    const holder = valueAt(root, keys);
    if (word === '' || FORBIDDEN_KEYS.has(word))
      return { keys, wrong: `'${word}' is not a key; a name is wanted` };
    if (Array.isArray(holder)) {
      const index = indexOf(word, holder);
      if (index < 0) return { keys, wrong: unknownItem(word, keys.join('.'), holder) };
      keys.push(index);
    } else if (holder === undefined || isRecord(holder)) keys.push(word);
    else return { keys, wrong: `'${keys.join('.')}' is ${shown(holder)}; it has no '${word}'` };
  }
  return { keys };
}

function indexOf(word: string, items: readonly unknown[]): number {
  const byId = items.findIndex((item) => String(fieldOf(item, 'id')) === word);
  if (byId >= 0 || !/^\d+$/.test(word)) return byId;
  return Number(word) < items.length ? Number(word) : -1;
}

function unknownItem(word: string, list: string, items: readonly unknown[]): string {
  const ids = listOf(items).flatMap((item) => fieldOf(item, 'id') ?? []);
  const allowed = `an id or an index from 0 to ${items.length - 1} is wanted`;
  return `'${list}' has no '${word}'; ${allowed}; ${didYouMean(word, ids.map(String))}`;
}

interface DrawnValue {
  readonly value: number | string;
  readonly wrong?: string;
}

const RANGE_WANTED = 'a range [low, high] is wanted';

/** Draws a value of the range uniformly, in SI and with the range's unit: the schema checks its dimension later. */
function draw(range: unknown, random: Random): DrawnValue {
  const [low, high] = listOf(range).map((bound) => readMeasure(bound, RANGE_WANTED));
  const wrong = (message: string): DrawnValue => ({ value: 0, wrong: message });
  if (low === undefined || high === undefined || listOf(range).length !== 2) {
    return wrong(`${isFound(range)}; ${RANGE_WANTED}`);
  }
  if (typeof low === 'string') return wrong(low);
  if (typeof high === 'string') return wrong(high);
  return drawBetween(low, high, random, wrong);
}

function drawBetween(
  low: Measure,
  high: Measure,
  random: Random,
  wrong: (message: string) => DrawnValue,
): DrawnValue {
  const unit = low.unit === '' ? high.unit : low.unit;
  if (high.unit !== unit && high.unit !== '')
    return wrong(`low and high differ in kind; ${RANGE_WANTED} of one kind`);
  if (low.value > high.value) return wrong(`low is more than high; ${RANGE_WANTED}; swap the two`);
  const value = low.value + (high.value - low.value) * random.uniform();
  return { value: unit === '' ? value : `${value} ${unit}` };
}
