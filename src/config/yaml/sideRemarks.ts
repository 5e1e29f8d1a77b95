/**
 * What a file remarks about two sides that change their names: in the remarks of a side, above it, beside it or within it,
 * the words left and right are names as well, and change like these. Not a word else does, and no remark moves: what says
 * `ENA, IN1` or `the red wires` is about pins, which stay where they are, and so stays true as it stands.
 */
import { isMap, isNode, Lexer, parseDocument } from 'yaml';
import { lastEnd, type Path, pairOf } from './writtenPlace.js';

interface Range {
  readonly from: number;
  readonly to: number;
}

const RENAMED: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  Left: 'Right',
  Right: 'Left',
  LEFT: 'RIGHT',
  RIGHT: 'LEFT',
};
const NAMES = new RegExp(`\\b(?:${Object.keys(RENAMED).join('|')})\\b`, 'g');

/** The text with the sides renamed in the remarks of the map at `path`, and in no others. */
export function withSidesRenamed(text: string, path: Path): string {
  const ranges = ['left', 'right'].flatMap((side) => rangeOf(text, path, side) ?? []);
  return textWithRemarks(text, (remark, at) => {
    const own = ranges.some(({ from, to }) => from <= at && at < to);
    return own ? remark.replace(NAMES, (name) => RENAMED[name] ?? name) : remark;
  });
}

/** Tokens of the lexer that stand for no characters: of a document's start, of a scalar, of an end that is missing. */
const MARKERS = new Set(['\u0002', '\u0018', '\u001f']);

function textWithRemarks(text: string, rewrite: (remark: string, at: number) => string): string {
  let at = 0;
  let after = '';
  for (const token of new Lexer().lex(text)) {
    if (MARKERS.has(token)) continue;
    after += token.startsWith('#') ? rewrite(token, at) : token;
    at += token.length;
  }
  return after;
}

/** A side with its remarks: from the first of those above it to the last below that is farther in than its name. */
function rangeOf(text: string, path: Path, side: string): Range | undefined {
  const map = parseDocument(text).getIn(path, true);
  const pair = isMap(map) ? pairOf(map, side) : undefined;
  if (!isNode(pair?.key) || !pair.key.range) return undefined;
  const [start] = pair.key.range;
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const isFirst = /^[ \t]*$/.test(text.slice(line, start));
  const end = lastEnd(pair.value) || start;
  const below = new RegExp(`^.*(?:\\r?\\n[ \\t]{${start - line + 1},}#.*)*`).exec(text.slice(end));
  return { from: isFirst ? startOfRemarks(text, line) : line, to: end + (below?.[0].length ?? 0) };
}

/** Of those that end where that line starts. */
function startOfRemarks(text: string, line: number): number {
  let [start, above] = [line, line];
  do {
    start = above;
    above = text.lastIndexOf('\n', start - 2) + 1;
  } while (/^[ \t]*#/.test(text.slice(above, start)));
  return start;
}
