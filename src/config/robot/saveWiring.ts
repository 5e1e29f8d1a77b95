/** A robot's file put right where its wheels are not wired as it says: sides, directions, an encoder's channels. */
import { isMap, isNode, parseDocument, type YAMLMap } from 'yaml';
import { type KeyPath, valueAt, withValue } from '../../validation/values.js';
import { withSidesRenamed } from '../yaml/sideRemarks.js';
import { type Path, pairOf } from '../yaml/writtenPlace.js';
import { editText, notSaved, withValueWritten } from '../yaml/writtenValue.js';
import { parseRobot } from './robotFile.js';
import type { Side } from './wiring/pinUses.js';

/** Sides are those that the file gives before anything is changed. */
export type WiringChange =
  | { readonly kind: 'invert'; readonly side: Side; readonly invert: boolean }
  /** a of that encoder is b, and b is a. */
  | { readonly kind: 'swap channels'; readonly side: Side }
  /** What it calls left is right, and right is left. */
  | { readonly kind: 'swap sides'; readonly of: 'motors' | 'encoders' };

/**
 * The text with those changes in it. What is swapped is the *names*: all that is written of a motor, and every remark,
 * stays with its pins; in the motors' own remarks, too, left is then right (sideRemarks.ts).
 *
 * @throws FileError where the file is written in a way in which they cannot be made; then none of them is
 */
export function saveWiring(text: string, file: string, changes: readonly WiringChange[]): string {
  const before = parseRobot(text, file);
  // Sides last: the others go by what they are called before.
  const ordered = changes.toSorted((a, b) => rank(a) - rank(b));
  const after = editText(text, (plain) => ordered.reduce((now, change) => changed(now, file, change), plain));
  // Guards people: what is written is what was meant, however the file is written.
  const meant = ordered.reduce(rewired, before as unknown);
  if (JSON.stringify(parseRobot(after, file)) === JSON.stringify(meant)) return after;
  throw notSaved(
    text,
    file,
    ['motors'],
    0,
    'aliases or the like are found; plain maps are wanted; change it by hand',
  );
}

const rank = ({ kind }: WiringChange): number => (kind === 'swap sides' ? 1 : 0);

function changed(text: string, file: string, change: WiringChange): string {
  if (change.kind === 'invert') {
    const path = ['motors', change.side, 'invert'];
    return withValueWritten(text, file, { path, write: () => String(change.invert) });
  }
  return change.kind === 'swap sides'
    ? withKeysSwapped(withSidesRenamed(text, [change.of]), file, [change.of], ['left', 'right'])
    : withKeysSwapped(text, file, ['encoders', change.side], ['a', 'b']);
}

/** Two keys of a map change places. */
function withKeysSwapped(text: string, file: string, path: Path, keys: readonly [string, string]): string {
  const map = parseDocument(text).getIn(path, true);
  const found = isMap(map) ? keys.flatMap((key) => keyRange(map, key) ?? []) : [];
  const [first, second] = found.toSorted((a, b) => a.from - b.from);
  if (!first || !second) {
    throw notSaved(text, file, path, 0, `no plain map of ${keys.join(' and ')} is found; write one`);
  }
  // The blanks behind them go along where both have their value there, so that columns stay columns.
  const blanks = [first, second].map(({ to }) => BLANKS.exec(text.slice(to))?.[0].length ?? 0);
  const [one = 0, other = 0] = blanks.includes(0) ? [] : blanks;
  const [end, nextEnd] = [first.to + one, second.to + other];
  return (
    text.slice(0, first.from) +
    text.slice(second.from, nextEnd) +
    text.slice(end, second.from) +
    text.slice(first.from, end) +
    text.slice(nextEnd)
  );
}

/** A colon and the blanks round it, before a value on the same line. */
const BLANKS = /^[ \t]*:[ \t]+(?=[^\s#])/;

interface Range {
  readonly from: number;
  readonly to: number;
}

function keyRange(map: YAMLMap, key: string): Range | undefined {
  const node = pairOf(map, key)?.key;
  return isNode(node) && node.range ? { from: node.range[0], to: node.range[1] } : undefined;
}

/** What the changed file must say: the same changes, made to what it said before. */
function rewired(robot: unknown, change: WiringChange): unknown {
  if (change.kind === 'invert') return withValue(robot, ['motors', change.side, 'invert'], change.invert);
  return change.kind === 'swap sides'
    ? swapped(robot, [change.of], 'left', 'right')
    : swapped(robot, ['encoders', change.side], 'a', 'b');
}

function swapped(root: unknown, path: KeyPath, one: string, other: string): unknown {
  const [first, second] = [one, other].map((key) => valueAt(root, [...path, key]));
  return withValue(withValue(root, [...path, one], second), [...path, other], first);
}
