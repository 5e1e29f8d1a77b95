/** Changes of a scenario's values before it is checked: `vary:` draws them from its seed, `--set` gives them. */

import type { PlacedValue } from '../../src/config/placedValue.js';
import { FORBIDDEN_KEYS } from '../../src/config/yaml/yamlStructure.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { didYouMean, type FileFault, isFound, shown } from '../../src/validation/errors.js';
import { readMeasure } from '../../src/validation/quantity.js';
import { fieldOf, isRecord, type KeyPath, listOf, valueAt, withValue } from '../../src/validation/values.js';

interface Varied {
  readonly value: unknown;
  readonly faults: readonly FileFault[];
}

/** A value that a program or the command line gives in place of the file's. */
export interface Setting {
  /** `robots.a.mission.arrive.slowingRadius`: keys, and of a list's items their ids, their indices from 0, or `new`. */
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
 * the given values name their setting.
 */
export function withSettings(document: PlacedValue, root: unknown, settings: readonly Setting[]): Varied {
  const faults: FileFault[] = [];
  const done: { readonly key: string; readonly keys: KeyPath }[] = [];
  let value = root;
  for (const { key, value: given } of settings) {
    const path = pathOf(key, value);
    const { keys } = path;
    const wrong = path.wrong ?? whyLost(keys, done);
    if (wrong !== undefined) faults.push(document.faultOfAll(`'${key}' cannot be set: ${wrong}`));
    else {
      document.give(keys, key);
      value = withValue(value, keys, given);
    }
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
    const places = placesOf(name, value);
    const lost = places.flat().find(({ wrong }) => wrong !== undefined);
    if (lost?.wrong !== undefined) faults.push(document.fault(['vary', name], lost.wrong, 'key'));
    for (const alike of places) {
      const share = random.uniform();
      const drawn = alike.map(({ keys }) => ({ keys, ...draw(range, valueAt(value, keys), share) }));
      const bad = drawn.find(({ wrong }) => wrong !== undefined);
      if (bad?.wrong !== undefined) faults.push(document.fault(['vary', name], bad.wrong));
      if (lost || bad) break;
      for (const one of drawn) {
        moveFaults(document, one.keys, name);
        value = withValue(value, one.keys, one.value);
      }
    }
  }
  return { value, faults };
}

/** Of a name its places, each drawn by itself; names with a comma between them share a draw. */
function placesOf(name: string, root: unknown): readonly (readonly VariedPath[])[] {
  const names = name.split(/\s*,\s*/);
  if (names.length > 1) return [names.flatMap((one) => eachOf(one, root))];
  return eachOf(name, root).map((path) => [path]);
}

const EACH = /(^|\.)\*(?=\.|$)/;

/** `robots.*.at.x` → the path in each item of the list; a name without a star → its one path. */
function eachOf(name: string, root: unknown): readonly VariedPath[] {
  const star = EACH.exec(name);
  if (!star) return [pathOf(name, root)];
  const list = name.slice(0, star.index);
  const { keys, wrong } = pathOf(list, root);
  const items = listOf(valueAt(root, keys));
  if (wrong !== undefined || items.length === 0)
    return [{ keys, wrong: wrong ?? `'${list}' is no list of items; '*' stands for each item of a list` }];
  const rest = name.slice(star.index + star[0].length);
  return items.flatMap((_, i) => eachOf(`${list}.${i}${rest}`, root));
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

/** Stands for an item after the last of a list. */
const NEW_ITEM = 'new';

/** `robots.a.at.heading` → its keys; an item of a list by its id or by its index from 0, or `new`. */
export function pathOf(name: string, root: unknown): VariedPath {
  const keys: PropertyKey[] = [];
  for (const word of name.split('.')) {
    const holder = valueAt(root, keys);
    if (word === '' || FORBIDDEN_KEYS.has(word))
      return { keys, wrong: `'${word}' is not a key; a name is wanted` };
    if (Array.isArray(holder)) {
      const index = indexOf(word, holder);
      if (index < 0) return { keys, wrong: unknownItem(word, keys.join('.'), holder) };
      keys.push(index);
    } else if (holder === undefined && word === NEW_ITEM) keys.push(0);
    else if (holder === undefined || isRecord(holder)) keys.push(word);
    else return { keys, wrong: `'${keys.join('.')}' is ${shown(holder)}; it has no '${word}'` };
  }
  return { keys };
}

function indexOf(word: string, items: readonly unknown[]): number {
  const byId = items.findIndex((item) => String(fieldOf(item, 'id')) === word);
  if (byId < 0 && word === NEW_ITEM) return items.length;
  if (byId >= 0 || !/^\d+$/.test(word)) return byId;
  return Number(word) < items.length ? Number(word) : -1;
}

function unknownItem(word: string, list: string, items: readonly unknown[]): string {
  const ids = listOf(items).flatMap((item) => fieldOf(item, 'id') ?? []);
  const allowed = `an id, an index from 0 to ${items.length - 1}, or '${NEW_ITEM}' is wanted`;
  return `'${list}' has no '${word}'; ${allowed}; ${didYouMean(word, ids.map(String))}`;
}

interface DrawnValue {
  readonly value: number | string;
  readonly wrong?: string;
}

const RANGE_WANTED = 'a range [low, high] is wanted, or { by: [low, high] }, which is added to the value';

/**
 * A value of the range, in SI and with the range's unit: the schema checks its dimension later.
 *
 * @param now the value in the file, to which a range `by` is added
 * @param share where in the range, 0 … 1
 */
function draw(range: unknown, now: unknown, share: number): DrawnValue {
  const by = fieldOf(range, 'by');
  const wrong = (message: string): DrawnValue => ({ value: 0, wrong: message });
  if (by === undefined) return drawIn(range, 0, share, wrong);
  if (now === undefined)
    return wrong("'by' needs a value in the file to add to; write that value, or give a range");
  const to = readMeasure(now, RANGE_WANTED);
  return typeof to === 'string' ? wrong(to) : drawIn(by, to.value, share, wrong);
}

function drawIn(
  range: unknown,
  to: number,
  share: number,
  wrong: (message: string) => DrawnValue,
): DrawnValue {
  const [low, high] = listOf(range).map((bound) => readMeasure(bound, RANGE_WANTED));
  if (low === undefined || high === undefined || listOf(range).length !== 2) {
    return wrong(`${isFound(range)}; ${RANGE_WANTED}`);
  }
  if (typeof low === 'string') return wrong(low);
  if (typeof high === 'string') return wrong(high);
  const unit = low.unit === '' ? high.unit : low.unit;
  if (high.unit !== unit && high.unit !== '')
    return wrong(`low and high differ in kind; ${RANGE_WANTED}; both of one kind`);
  if (low.value > high.value) return wrong(`low is more than high; ${RANGE_WANTED}; swap the two`);
  const value = to + low.value + (high.value - low.value) * share;
  return { value: unit === '' ? value : `${value} ${unit}` };
}
