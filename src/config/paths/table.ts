/** A table of numbers as text: what separates its columns, which sign is the decimal one, and which line names them. */
import Papa from 'papaparse';
import { MAX_POINTS } from './found.js';

export interface Row {
  /** Line in the text, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
  /** The column in the text, from 1, where a field begins; where the line ends, if it has not so many. */
  readonly at: (index: number) => number;
}

export interface Table {
  /** Of the line that names the columns, if any. */
  readonly names: Row | undefined;
  /** Of a line of units below the names. */
  readonly units: Row | undefined;
  readonly rows: readonly Row[];
  readonly separator: string;
  readonly decimalComma: boolean;
}

const SEPARATORS = [';', '\t', '|', ',', ' '] as const;

/** A line with more columns is cut off there. */
export const MAX_COLUMNS = 100;

const REMARK = /^\s*(#|%|\/\/)+/;
const LINES = /\r\n|\n|\r/;
const LETTER = /[\p{L}]/u;
const WITH_POINT = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;
const WITH_COMMA = /^\s*[+-]?(\d+,?\d*|,\d+)(e[+-]?\d+)?\s*$/i;

/** What a field is worth; NaN if it is not a finite number. */
export function numberIn(field: string, decimalComma: boolean): number {
  if (!(decimalComma ? WITH_COMMA : WITH_POINT).test(field)) return Number.NaN;
  return Number(decimalComma ? field.replace(',', '.') : field);
}

/** Of a line, by one separator, without spaces around them. */
function cut(line: string, separator: string): string[] {
  if (separator === ' ') return line.trim().split(/\s+/).slice(0, MAX_COLUMNS);
  const short = line.length > 10_000 ? line.split(separator, MAX_COLUMNS).join(separator) : line;
  const [fields = []] = Papa.parse<string[]>(short, { delimiter: separator }).data;
  const trimmed = fields.slice(0, MAX_COLUMNS).map((field) => field.trim());
  // As spreadsheets leave it at the end of each line.
  return trimmed.length > 2 && trimmed.length < MAX_COLUMNS && trimmed.at(-1) === ''
    ? trimmed.slice(0, -1)
    : trimmed;
}

/** Where a field begins, from 1. */
function placeOf(line: string, separator: string, index: number): number {
  if (separator === ' ') return ([...line.matchAll(/\S+/g)][index]?.index ?? 0) + 1;
  let from = 0;
  for (let n = 0; n < index && line.includes(separator, from); n++) from = line.indexOf(separator, from) + 1;
  return from + line.slice(from).search(/\S|$/) + 1;
}

/** The lines that tell something; remarks apart. */
function linesOf(text: string) {
  const told: { line: number; text: string }[] = [];
  const remarks: { line: number; text: string }[] = [];
  for (const [i, line] of text.split(LINES).entries()) {
    if (line.trim() === '') continue;
    if (told.length > MAX_POINTS + 2) break;
    if (!REMARK.test(line)) told.push({ line: i + 1, text: line });
    // Only what stands before the first point can name the columns.
    else if (told.length === 0) remarks.push({ line: i + 1, text: line.replace(REMARK, '') });
  }
  return { told, remarks };
}

/** Lines by which the separator is chosen. */
const LOOKED_AT = 50;

/** Numbers that another separator would have kept apart. */
const SEVERAL = /^[+-]?[\d.,]+(\s+[+-]?[\d.,]+)+$/;

/** How the first separator that cuts every line into two numbers and more does it; undefined if none does. */
function cutting(
  lines: readonly string[],
  separator: string,
): Pick<Table, 'separator' | 'decimalComma'> | undefined {
  const rows = lines.map((line) => cut(line, separator));
  if (rows.some((fields) => fields.some((field) => separator !== ' ' && SEVERAL.test(field))))
    return undefined;
  const numbers = (fields: readonly string[], comma: boolean) =>
    fields.filter((field) => !Number.isNaN(numberIn(field, comma))).length;
  const sum = (comma: boolean) => rows.reduce((all, fields) => all + numbers(fields, comma), 0);
  const decimalComma = separator !== ',' && sum(true) > sum(false);
  const isCut = rows.length > 0 && rows.every((fields) => numbers(fields, decimalComma) >= 2);
  return isCut ? { separator, decimalComma } : undefined;
}

/** The first that cuts the first lines into columns of numbers; else the first that occurs in them. */
function separatorOf(lines: readonly string[]): Pick<Table, 'separator' | 'decimalComma'> {
  const occurring = SEPARATORS.filter((separator) => lines.some((line) => line.trim().includes(separator)));
  for (const separator of occurring) {
    const found = cutting(lines, separator);
    if (found) return found;
  }
  return { separator: occurring[0] ?? ',', decimalComma: false };
}

/** Cuts a text into a table; what is no number in it is found later. */
export function tableOf(
  text: string,
  names: (fields: readonly string[]) => boolean,
  isUnits: (fields: readonly string[]) => boolean,
): Table {
  const { told, remarks } = linesOf(text);
  const first = told.slice(0, LOOKED_AT).map((one) => one.text);
  const isHeadless = first.length === 1 || !LETTER.test(first[0] ?? '');
  const { separator, decimalComma } = separatorOf(isHeadless ? first : first.slice(1));
  const rowOf = ({ line, text }: { line: number; text: string }): Row => ({
    line,
    fields: cut(text, separator),
    at: (index) => placeOf(text, separator, index),
  });
  const rows = told.map(rowOf);
  const [head, below] = rows;
  const isText = (field: string) => Number.isNaN(numberIn(field, decimalComma));
  if (head?.fields.some((field) => LETTER.test(field)) && (names(head.fields) || head.fields.every(isText))) {
    const units = below && isUnits(below.fields) ? below : undefined;
    return { names: head, units, rows: rows.slice(units ? 2 : 1), separator, decimalComma };
  }
  const asNames = (fields: readonly string[]) => fields.length === head?.fields.length && names(fields);
  const inRemark = remarks.map(rowOf).findLast(({ fields }) => asNames(fields));
  return { names: inRemark, units: undefined, rows, separator, decimalComma };
}
