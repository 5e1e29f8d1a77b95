/** A YAML file's text with some of its numbers changed, and everything else as it stands: remarks, order, spaces. */
import { type Document, type ParsedNode, parseDocument, type YAMLMap } from 'yaml';
import { FileError, placedFault } from '../errors.js';
import { inUnit, partsOf, type Unit } from '../quantity.js';
import { fieldOf, valueAt } from '../values.js';
import { SourceDocument } from './document.js';
import { lineAndColumn } from './sourceText.js';
import { findPlace, lastEnd, type Path } from './writtenPlace.js';

export interface SavedNumber {
  readonly path: Path;
  /** In SI. */
  readonly value: number;
  readonly unit: Unit;
}

/**
 * The text with those numbers in it. A number keeps the unit that it is written in; one that is not there yet is
 * written with its SI unit. Four significant digits.
 *
 * @throws FileError where the text is no file of ours, or a number has no place in it
 */
export function saveTunables(text: string, file: string, changes: readonly SavedNumber[]): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + changes.reduce((before, change) => saved(before, file, change), text.slice(mark.length));
}

function saved(text: string, file: string, change: SavedNumber): string {
  const refuse = (at: number, why: string): FileError => {
    const { line, col } = lineAndColumn(text, at);
    return new FileError([placedFault(file, line, col, `'${change.path.join('.')}' is not saved: ${why}`)]);
  };
  // Says what is wrong with the file itself.
  const source = new SourceDocument(text, file);
  if (!Number.isFinite(change.value)) throw refuse(0, `${change.value} is no finite number`);
  const drawn = drawnBy(source.value, change.path);
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
      return spliced(
        text,
        place.at,
        place.to,
        `${text[place.at - 1] === ' ' ? '' : ' '}{ ${entry(place.rest, change)} }`,
      );
    case 'map':
      return place.map.flow
        ? inFlowMap(text, place.map, entry(place.rest, change))
        : inBlockMap(text, place.map, entry(place.rest, change));
  }
}

/** The name by which `vary` draws this value; undefined where it does not. */
function drawnBy(root: unknown, path: Path): string | undefined {
  const called = (word: string, i: number): boolean =>
    String(path[i]) === word || fieldOf(valueAt(root, path.slice(0, i + 1)), 'id') === word;
  return Object.keys(fieldOf(root, 'vary') ?? {}).find((name) => name.split('.').every(called));
}

const spliced = (text: string, from: number, to: number, by: string): string =>
  text.slice(0, from) + by + text.slice(to);

const digits = (value: number): string => String(Number(value.toPrecision(4)));

const inSi = ({ value, unit }: SavedNumber): string => `${digits(value)} ${unit}`.trim();

/** `radius: 70 mm`, or `control: { latency: 20 ms }` where the map itself is missing. */
function entry(path: Path, change: SavedNumber): string {
  const [key, ...rest] = path;
  return rest.length === 0 ? `${key}: ${inSi(change)}` : `${key}: { ${entry(rest, change)} }`;
}

/** As the number was written before: bare, or in its unit, and quoted if it was. */
function rewritten(before: string, change: SavedNumber): string {
  const quote = /^['"]/.exec(before)?.[0] ?? '';
  const parts = partsOf(before.slice(quote.length, before.length - quote.length).trim());
  const { value, unit } = change;
  const number = parts?.word === '' ? value : inUnit(value, unit, parts?.word ?? '');
  if (!parts || number === undefined) return quote + inSi(change) + quote;
  return quote + digits(number) + parts.gap + parts.word + quote;
}

/** A remark behind the value stays in its column, where there is room. */
function withScalar(text: string, from: number, to: number, change: SavedNumber): string {
  const value = rewritten(text.slice(from, to), change);
  const [room = ''] = /^ {2,}(?=#)/.exec(text.slice(to)) ?? [];
  const wanted = room === '' ? 0 : Math.max(1, room.length + (to - from) - value.length);
  return spliced(text, from, to + room.length, value + ' '.repeat(wanted));
}

function inFlowMap(text: string, map: YAMLMap, added: string): string {
  const last = map.items.at(-1);
  const end = lastEnd(last?.value) || lastEnd(last?.key);
  if (end > 0) return spliced(text, end, end, `, ${added}`);
  const open = text.indexOf('{', map.range?.[0] ?? 0) + 1;
  return spliced(text, open, open, text[open] === '}' ? ` ${added} ` : ` ${added}`);
}

/** On a line of its own behind the map's last, as far in as its first key. */
function inBlockMap(text: string, map: YAMLMap, added: string): string {
  const start = map.range?.[0] ?? 0;
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const end = lastEnd(map);
  const rest = /\r?\n/.exec(text.slice(end));
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const lineEnd = rest ? end + rest.index : text.length;
  return spliced(text, lineEnd, lineEnd, newline + ' '.repeat(column) + added);
}
