/** Changes one value in a YAML text and keeps everything else: comments, order, spaces. */
import { type Document, type ParsedNode, parseDocument, type YAMLMap } from 'yaml';
import { FileError, placedFault } from '../../validation/errors.js';
import { fieldOf, valueAt } from '../../validation/values.js';
import { SourceDocument } from './document.js';
import { lineAndColumn } from './sourceText.js';
import { findPlace, lastEnd, type YamlPath } from './yamlLocate.js';

export interface ValueChange {
  readonly path: YamlPath;
  /** Gives the new text of the value. @param before its present text; undefined if it is not written yet */
  readonly write: (before?: string) => string;
}

/** Edits the text without its byte order mark, and restores the mark. */
export function editText(text: string, edit: (plain: string) => string): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + edit(text.slice(mark.length));
}

/** The error for a change that cannot be made, at an offset of the text. @param why `found; allowed; cure` */
export function saveFault(text: string, file: string, path: YamlPath, at: number, why: string): FileError {
  const { line, col } = lineAndColumn(text, at);
  return new FileError([placedFault(file, line, col, `'${path.join('.')}' is not saved: ${why}`)]);
}

/**
 * The text, without byte order mark, with the value changed.
 *
 * @throws FileError if the text is not a valid file, or the value has no place in it
 */
export function writeValue(text: string, file: string, change: ValueChange): string {
  const refuse = (at: number, why: string) => saveFault(text, file, change.path, at, why);
  // Throws if the file itself is faulty.
  const source = new SourceDocument(text, file);
  const drawn = variedName(source.value, change.path);
  if (drawn) throw refuse(0, `vary draws '${drawn}' from the seed; change its range there`);
  const document: Document<ParsedNode> = parseDocument(text);
  const place = findPlace(document, change.path);
  switch (place.kind) {
    case 'refused':
      throw refuse(place.at, place.why);
    case 'value':
      if (place.block) throw refuse(place.from, 'a block of text is found; a value on one line is wanted');
      return withScalar(text, place.from, place.to, change);
    case 'nothing':
      return spliced(text, place.at, place.to, newMap(text[place.at - 1], entry(place.rest, change)));
    case 'map':
      return place.map.flow
        ? addToFlowMap(text, place.map, entry(place.rest, change))
        : addToBlockMap(text, place.map, entry(place.rest, change));
  }
}

/** The name by which `vary` draws this value; undefined if it does not. */
function variedName(root: unknown, path: YamlPath): string | undefined {
  const called = (word: string, i: number): boolean =>
    String(path[i]) === word || fieldOf(valueAt(root, path.slice(0, i + 1)), 'id') === word;
  return Object.keys(fieldOf(root, 'vary') ?? {}).find((name) => name.split('.').every(called));
}

const spliced = (text: string, from: number, to: number, by: string): string =>
  text.slice(0, from) + by + text.slice(to);

/** `radius: 70 mm`, or `control: { latency: 20 ms }` if the map itself is missing. */
function entry(path: YamlPath, change: ValueChange): string {
  const [key, ...rest] = path;
  return rest.length === 0 ? `${key}: ${change.write()}` : `${key}: { ${entry(rest, change)} }`;
}

const newMap = (before: string | undefined, added: string): string =>
  `${before === ' ' ? '' : ' '}{ ${added} }`;

/** A comment after the value stays in its column if there is room. */
function withScalar(text: string, from: number, to: number, change: ValueChange): string {
  const value = change.write(text.slice(from, to));
  const [room = ''] = /^ {2,}(?=#)/.exec(text.slice(to)) ?? [];
  const wanted = room === '' ? 0 : Math.max(1, room.length + (to - from) - value.length);
  return spliced(text, from, to + room.length, value + ' '.repeat(wanted));
}

function addToFlowMap(text: string, map: YAMLMap, added: string): string {
  const last = map.items.at(-1);
  const end = lastEnd(last?.value) || lastEnd(last?.key);
  if (end > 0) return spliced(text, end, end, `, ${added}`);
  const open = text.indexOf('{', map.range?.[0] ?? 0) + 1;
  return spliced(text, open, open, text[open] === '}' ? ` ${added} ` : ` ${added}`);
}

/** Adds a line after the map's last one, indented like its first key. */
function addToBlockMap(text: string, map: YAMLMap, added: string): string {
  const start = map.range?.[0] ?? 0;
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const end = lastEnd(map);
  const rest = /\r?\n/.exec(text.slice(end));
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const lineEnd = rest ? end + rest.index : text.length;
  return spliced(text, lineEnd, lineEnd, newline + ' '.repeat(column) + added);
}
