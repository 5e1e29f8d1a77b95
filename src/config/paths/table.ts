/** A table of numbers as text: what separates its columns, which sign is the decimal one, and which line names them. */
import Papa from 'papaparse';
import { MAX_POINTS } from './found.js';

export interface TableRow {
  /** Line in the text, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
  /** The column in the text, from 1, where a field begins; where the line ends, if it has not so many. */
  readonly at: (index: number) => number;
}

export interface Table {
  /** Of the line that names the columns, if any. */
  readonly names: TableRow | undefined;
  /** Of a line of units below the names. */
  readonly units: TableRow | undefined;
  readonly rows: readonly TableRow[];
  readonly separator: string;
  readonly decimalComma: boolean;
}

const SEPARATORS = [';', '\t', '|', ',', ' '] as const;

/** A line with more columns is cut off there. */
export const MAX_COLUMNS = 100;

/** Not what spreadsheets write for a fault: `#N/A`, `#BEZUG!`. */
const REMARK = /^\s*(#(?!N\/A|[\p{Lu}\d/]+[!?])|%|\/\/)+/u;
/** As spreadsheets leave it below a table. */
const EMPTY = /^[\s;,|]*$/;
const LINES = /\r\n|\n|\r/;
const LETTER = /[\p{L}]/u;
const WITH_POINT = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;
const WITH_COMMA = /^\s*[+-]?(\d+,?\d*|,\d+)(e[+-]?\d+)?\s*$/i;

/** What a field is worth; NaN if it is not a finite number. */
export function numberIn(field: string, decimalComma: boolean): number {
  // A minus of typography is one, too; and so is its space between thousands.
  const text = field.replace('−', '-').replace(/(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g, '');
  if (!(decimalComma ? WITH_COMMA : WITH_POINT).test(text)) return Number.NaN;
  return Number(decimalComma ? text.replace(',', '.') : text);
}

/** Of a line, by one separator, without spaces around them. */
function cut(line: string, separator: string): string[] {
  if (separator === ' ') return line.trim().split(/\s+/).slice(0, MAX_COLUMNS);
  const short = line.length > 10_000 ? line.split(separator, MAX_COLUMNS).join(separator) : line;
  const [fields = []] = Papa.parse<string[]>(short, { delimiter: separator }).data;
  return fields.slice(0, MAX_COLUMNS).map((field) => field.trim());
}

/** The same of a line of names, where `x (m)` is one. */
const cutNames = (line: string, separator: string): string[] =>
  cut(separator === ' ' ? line.replace(/(\S)\s+([([{][^()[\]{}]*[)\]}])/g, '$1$2') : line, separator);

/** How many fields a row has, without the empty ones that spreadsheets leave at the end of a line. */
export const countOf = ({ fields }: TableRow): number =>
  fields.length >= MAX_COLUMNS ? MAX_COLUMNS : fields.findLastIndex((field) => field !== '') + 1;

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
    if (EMPTY.test(line)) continue;
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
  // A semicolon, a tab or a bar in every line separates nothing but columns.
  const isSure = separator !== ',' && separator !== ' ' && lines.every((line) => line.includes(separator));
  const isCut = isSure || (rows.length > 0 && rows.every((fields) => numbers(fields, decimalComma) >= 2));
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

/** Cuts a text into a table. Whether its fields are numbers, the reader of the columns checks. */
export function tableOf(
  text: string,
  names: (fields: readonly string[]) => boolean,
  isUnits: (fields: readonly string[]) => boolean,
): Table {
  const { told, remarks } = linesOf(text);
  // A line for Excel alone.
  if (/^sep=.$/i.test(told[0]?.text.trim() ?? '')) told.shift();
  const lines = told.slice(0, LOOKED_AT).map((one) => one.text);
  const isHeadless = lines.length === 1 || !LETTER.test(lines[0] ?? '');
  const { separator, decimalComma } = separatorOf(isHeadless ? lines : lines.slice(1));
  const rowOf = ({ line, text }: { line: number; text: string }): TableRow => ({
    line,
    fields: cut(text, separator),
    at: (index) => placeOf(text, separator, index),
  });
  const rows = told.map(rowOf);
  const [first, below] = rows;
  const head = first && { ...first, fields: cutNames(told[0]?.text ?? '', separator) };
  const isText = (field: string) => Number.isNaN(numberIn(field, decimalComma));
  if (head?.fields.some((field) => LETTER.test(field)) && (names(head.fields) || head.fields.every(isText))) {
    const units = below && isUnits(below.fields) && below.fields.every(isText) ? below : undefined;
    return { names: head, units, rows: rows.slice(units ? 2 : 1), separator, decimalComma };
  }
  return {
    names: first && namesInRemark(remarks, first, names),
    units: undefined,
    rows,
    separator,
    decimalComma,
  };
}

/** The last remark that names as many columns as there are values, two of them of a place, however it separates them. */
function namesInRemark(
  remarks: readonly { readonly line: number; readonly text: string }[],
  first: TableRow,
  names: (fields: readonly string[]) => boolean,
): TableRow | undefined {
  for (const { line, text } of remarks.toReversed())
    for (const separator of SEPARATORS) {
      const fields = cutNames(text, separator);
      if (fields.length >= countOf(first) && fields.length <= first.fields.length && names(fields))
        return { line, fields, at: (index) => placeOf(text, separator, index) };
    }
  return undefined;
}
