/** A YAML file's text with some of its numbers changed. */
import { inUnit, partsOf, type Unit } from '../../validation/quantity.js';
import type { Path } from '../yaml/writtenPlace.js';
import { editText, notSaved, withValueWritten } from '../yaml/writtenValue.js';

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
export const saveTunables = (text: string, file: string, changes: readonly SavedNumber[]): string =>
  editText(text, (plain) => changes.reduce((before, change) => saved(before, file, change), plain));

function saved(text: string, file: string, change: SavedNumber): string {
  const { path, value } = change;
  if (!Number.isFinite(value)) throw notSaved(text, file, path, 0, `${value} is no finite number`);
  return withValueWritten(text, file, { path, write: (before) => written(before, change) });
}

const digits = (value: number): string => String(Number(value.toPrecision(4)));

/** As the number was written before: bare, or in its unit, and quoted if it was; a new one in SI. */
function written(before: string | undefined, { value, unit }: SavedNumber): string {
  const inSi = `${digits(value)} ${unit}`.trim();
  if (before === undefined) return inSi;
  const quote = /^['"]/.exec(before)?.[0] ?? '';
  const parts = partsOf(before.slice(quote.length, before.length - quote.length).trim());
  const number = parts?.word === '' ? value : inUnit(value, unit, parts?.word ?? '');
  if (!parts || number === undefined) return quote + inSi + quote;
  return quote + digits(number) + parts.gap + parts.word + quote;
}
