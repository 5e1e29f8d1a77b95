/** Parses a path file, CSV `x_m,y_m`, to points. */

import type { Vec2 } from '../../math/geometry.js';
import { FileError, type FileFault, placedFault } from '../../validation/errors.js';
import { plainText } from '../yaml/sourceText.js';

const MAX_POINTS = 100_000;
const MAX_FAULTS = 20;
/** A line with more columns is not cut up any further. */
const MAX_COLUMNS = 100;
/** The same limit as for every length. */
const MAX_COORDINATE = 1e6;
const SEPARATOR = /\s*[,;]\s*|\s+/g;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

interface Field {
  readonly text: string;
  readonly col: number;
}

/** The fields of a line, with their columns from 1; separated by commas, semicolons or white space. */
function fieldsOf(line: string): Field[] {
  const start = line.length - line.trimStart().length;
  const fields: Field[] = [];
  let from = start;
  const body = line.trimEnd();
  for (const match of body.matchAll(SEPARATOR)) {
    if (match.index < start) continue;
    if (fields.length >= MAX_COLUMNS) return fields;
    fields.push({ text: body.slice(from, match.index), col: from + 1 });
    from = match.index + match[0].length;
  }
  return [...fields, { text: body.slice(from), col: from + 1 }];
}

type ReportFault = (col: number, message: string) => void;

/** One coordinate; NaN with a reported fault if the text is not a number. */
function coordinate({ text, col }: Field, name: string, fail: ReportFault): number {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) {
    const found =
      text === '' ? `${name} is missing` : `${name} '${text.slice(0, 40)}' is not a finite number`;
    fail(col, `${found}; a number of metres is wanted`);
  } else if (Math.abs(value) > MAX_COORDINATE) {
    fail(col, `${name} ${text.slice(0, 40)} is out of range; at most ${MAX_COORDINATE} m is wanted`);
  }
  return value;
}

function pointOf(line: string, fail: ReportFault): Vec2 | undefined {
  const fields = fieldsOf(line);
  const [x, y] = fields;
  if (!x || !y || fields.length !== 2) {
    const few = fields.length === 1 ? '1 column is' : `${fields.length} columns are`;
    const count = fields.length < MAX_COLUMNS ? few : `${MAX_COLUMNS} columns and more are`;
    fail(fields[2]?.col ?? x?.col ?? 1, `${count} found; two are wanted: x_m,y_m`);
    return undefined;
  }
  return { x: coordinate(x, 'x', fail), y: coordinate(y, 'y', fail) };
}

/** The header names the columns: its first field is x, x_m or x [m]. */
const isHeader = (line: string): boolean => /^\s*"?(x|X)(_m|\s*\[m\])?"?\s*[,;\s]/.test(line);

const isBlank = (line: string): boolean => /^\s*(#|$)/.test(line);

/** The fault of the points as a whole; empty without a fault. */
function wholeFault(points: readonly Vec2[]): string {
  const [first] = points;
  if (!first) return 'the path is empty; at least two points are wanted: x_m,y_m';
  if (points.length === 1) return 'the path has one point; at least two are wanted';
  const moves = points.some((p) => p.x !== first.x || p.y !== first.y);
  return moves
    ? ''
    : `all ${points.length} points of the path are the same; at least two different ones are wanted`;
}

interface Read {
  readonly points: readonly Vec2[];
  /** The first of them: ten megabytes may have a fault in each line. */
  readonly faults: FileFault[];
  readonly moreFaults: number;
}

function readPoints(text: string, file: string): Read {
  const points: Vec2[] = [];
  const faults: FileFault[] = [];
  let moreFaults = 0;
  const fault = (line: number, col: number, message: string) => {
    if (faults.length < MAX_FAULTS) faults.push(placedFault(file, line, col, message));
    else moreFaults += 1;
  };
  let headerMayCome = true;
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    const header = headerMayCome && isHeader(line);
    if (isBlank(line)) continue;
    headerMayCome = false;
    if (header) continue;
    const point = pointOf(line, (col, message) => fault(i + 1, col, message));
    if (point) points.push(point);
    if (points.length <= MAX_POINTS) continue;
    fault(
      i + 1,
      1,
      `the path has more than ${MAX_POINTS} points; this is the first too many; simplify the path`,
    );
    break;
  }
  return { points, faults, moreFaults };
}

/** @throws FileError with the problems of the file, at most twenty and how many more there are */
export function parsePath(text: string, file: string): readonly Vec2[] {
  const { points, faults, moreFaults } = readPoints(plainText(text, file), file);
  const whole = faults.length === 0 ? wholeFault(points) : '';
  if (whole !== '') faults.push(placedFault(file, 1, 1, whole));
  const last = faults.at(-1);
  if (!last) return points;
  if (moreFaults > 0) faults.push(placedFault(file, last.line, last.col, `and ${moreFaults} more`));
  throw new FileError(faults);
}
