/** Corrects a robot file after a wheel test: sides, directions, an encoder's channels. */
import { isMap, isNode, Lexer, parseDocument, type YAMLMap } from 'yaml';
import { SIDES, type Side } from '../../signals/signals.js';
import { type KeyPath, valueAt, withValue } from '../../validation/values.js';
import { editText, saveFault, writeValue } from '../yaml/yamlEdit.js';
import { lastEnd, pairOf, type YamlPath } from '../yaml/yamlLocate.js';
import { parseRobot } from './robotFile.js';

/** A correction. Sides are as in the file before all changes. */
export type WiringChange =
  | { readonly kind: 'invert'; readonly side: Side; readonly invert: boolean }
  /** Swaps a and b of that encoder. */
  | { readonly kind: 'swap channels'; readonly side: Side }
  /** The motors' direction pins change places; PWM pins and `invert` stay. */
  | { readonly kind: 'swap directions' }
  /** Swaps left and right. */
  | { readonly kind: 'swap sides'; readonly of: 'motors' | 'encoders' };

/**
 * The text with the changes made. Only the *names* are swapped: values and comments of a motor stay with its pins; in
 * the motors' own comments left becomes right, too (renameSidesInComments).
 *
 * @throws FileError if the file's form does not allow the changes; then none is made
 */
export function saveWiring(text: string, file: string, changes: readonly WiringChange[]): string {
  const before = parseRobot(text, file);
  // Sides last: the other changes use the names before the swap.
  const ordered = changes.toSorted((a, b) => orderOf(a) - orderOf(b));
  const after = editText(text, (plain) =>
    ordered.reduce((now, change) => applyToText(now, file, change), plain),
  );
  // Checks that the new text means what was intended, however the file is written.
  const meant = ordered.reduce(applyToValue, before as unknown);
  if (JSON.stringify(parseRobot(after, file)) === JSON.stringify(meant)) return after;
  throw saveFault(
    text,
    file,
    ['motors'],
    0,
    'the file uses aliases or similar; plain maps are wanted; change it by hand',
  );
}

const orderOf = ({ kind }: WiringChange): number => (kind === 'swap sides' ? 1 : 0);

function applyToText(text: string, file: string, change: WiringChange): string {
  if (change.kind === 'swap directions') return swapDirectionsInText(text, file);
  if (change.kind === 'invert') {
    const path = ['motors', change.side, 'invert'];
    return writeValue(text, file, { path, write: () => String(change.invert) });
  }
  return change.kind === 'swap sides'
    ? swapKeysInText(renameSidesInComments(text, [change.of]), file, [change.of], SIDES)
    : swapKeysInText(text, file, ['encoders', change.side], ['a', 'b']);
}

/** Of a motor with direction pins. */
const DIRECTION_KEYS = ['dir', 'cdir'] as const;

function swapDirectionsInText(text: string, file: string): string {
  const { left, right } = parseRobot(text, file).motors;
  const swapped = (key: 'dir' | 'cdir') =>
    [
      { path: ['motors', 'left', key], pin: right?.[key] },
      { path: ['motors', 'right', key], pin: left?.[key] },
    ].filter(({ pin }) => pin !== undefined);
  return DIRECTION_KEYS.flatMap(swapped).reduce(
    (now, { path, pin }) => writeValue(now, file, { path, write: () => String(pin) }),
    text,
  );
}

/** Swaps two keys of a map. */
function swapKeysInText(text: string, file: string, path: YamlPath, keys: readonly [string, string]): string {
  const map = parseDocument(text).getIn(path, true);
  const found = isMap(map) ? keys.flatMap((key) => keyRange(map, key) ?? []) : [];
  const [first, second] = found.toSorted((a, b) => a.from - b.from);
  if (!first || !second) {
    throw saveFault(text, file, path, 0, `no plain map of ${keys.join(' and ')} is found; write one`);
  }
  // If both values follow on the same line, the blanks move with the keys, so that columns stay aligned.
  const blanks = [first, second].map(({ to }) => COLON_AND_BLANKS.exec(text.slice(to))?.[0].length ?? 0);
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
const COLON_AND_BLANKS = /^[ \t]*:[ \t]+(?=[^\s#])/;

interface Range {
  readonly from: number;
  readonly to: number;
}

function keyRange(map: YAMLMap, key: string): Range | undefined {
  const node = pairOf(map, key)?.key;
  return isNode(node) && node.range ? { from: node.range[0], to: node.range[1] } : undefined;
}

/** The expected definition: the same change made to the parsed value. */
function applyToValue(robot: unknown, change: WiringChange): unknown {
  if (change.kind === 'swap directions') return swapDirections(robot);
  if (change.kind === 'invert') return withValue(robot, ['motors', change.side, 'invert'], change.invert);
  return change.kind === 'swap sides'
    ? swapKeys(robot, [change.of], 'left', 'right')
    : swapKeys(robot, ['encoders', change.side], 'a', 'b');
}

const swapDirections = (robot: unknown): unknown =>
  DIRECTION_KEYS.reduce((now, key) => {
    const [left, right] = SIDES.map((side) => valueAt(robot, ['motors', side, key]));
    if (left === undefined) return now;
    return withValue(withValue(now, ['motors', 'left', key], right), ['motors', 'right', key], left);
  }, robot);

function swapKeys(root: unknown, path: KeyPath, one: string, other: string): unknown {
  const [first, second] = [one, other].map((key) => valueAt(root, [...path, key]));
  return withValue(withValue(root, [...path, one], second), [...path, other], first);
}

const OTHER_NAME: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  Left: 'Right',
  Right: 'Left',
  LEFT: 'RIGHT',
  RIGHT: 'LEFT',
};
const SIDE_NAMES = new RegExp(`\\b(?:${Object.keys(OTHER_NAME).join('|')})\\b`, 'g');

/**
 * Renames the sides in the comments of the map at `path`, and in no others. In comments above, beside or within a side,
 * the words left and right are names and change, too. Nothing else changes and no comment moves: a comment such as
 * `ENA, IN1` or `the red wires` is about pins, which stay where they are, so it stays true.
 */
function renameSidesInComments(text: string, path: YamlPath): string {
  const ranges = SIDES.flatMap((side) => sideRange(text, path, side) ?? []);
  return rewriteComments(text, (remark, at) => {
    const own = ranges.some(({ from, to }) => from <= at && at < to);
    return own ? remark.replace(SIDE_NAMES, (name) => OTHER_NAME[name] ?? name) : remark;
  });
}

/** Lexer tokens that stand for no characters: start of a document, start of a scalar, missing end. */
const LEXER_MARKERS = new Set(['\u0002', '\u0018', '\u001f']);

function rewriteComments(text: string, rewrite: (remark: string, at: number) => string): string {
  let at = 0;
  let after = '';
  for (const token of new Lexer().lex(text)) {
    if (LEXER_MARKERS.has(token)) continue;
    after += token.startsWith('#') ? rewrite(token, at) : token;
    at += token.length;
  }
  return after;
}

/**
 * A side with its comments: from the first one above it to the last one below that is indented deeper than its name.
 */
function sideRange(text: string, path: YamlPath, side: string): Range | undefined {
  const map = parseDocument(text).getIn(path, true);
  const pair = isMap(map) ? pairOf(map, side) : undefined;
  if (!isNode(pair?.key) || !pair.key.range) return undefined;
  const [start] = pair.key.range;
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const isFirst = /^[ \t]*$/.test(text.slice(line, start));
  const end = lastEnd(pair.value) || start;
  const below = new RegExp(`^.*(?:\\r?\\n[ \\t]{${start - line + 1},}#.*)*`).exec(text.slice(end));
  return { from: isFirst ? startOfComments(text, line) : line, to: end + (below?.[0].length ?? 0) };
}

/** Start of the comments that end where the line starts. */
function startOfComments(text: string, line: number): number {
  let [start, above] = [line, line];
  do {
    start = above;
    above = text.lastIndexOf('\n', start - 2) + 1;
  } while (/^[ \t]*#/.test(text.slice(above, start)));
  return start;
}
