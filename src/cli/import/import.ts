/** `steerbot import`: what another tool has written, as a file of ours. */
import { loadPath } from '../../config/loadDefinition.js';
import type { FoundPath } from '../../config/paths/found.js';
import { saidOf } from '../../config/paths/pathFile.js';
import { UsageError } from '../../validation/errors.js';
import { quantity } from '../../validation/quantity.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { mustBeWritable, writeOutput } from '../terminal/outputFile.js';

export interface ImportOptions {
  /** How long one is, of numbers whose unit the file does not say: `1mm`, `mm`. */
  readonly unit?: string;
  readonly write?: string;
}

const EXAMPLE = 'course.csv';

/** @throws FileError, UsageError */
export function importFile(file: string, { unit, write }: ImportOptions): ExitCode {
  if (write !== undefined) mustBeWritable('--write', write, EXAMPLE);
  const path = loadPath(file, unit === undefined ? {} : { unit: lengthOf(unit) });
  process.stderr.write(`${file}: ${saidOf(path)}\n`);
  const text = asTable(path);
  if (write === undefined) process.stdout.write(text);
  else writeOutput('--write', write, text, EXAMPLE);
  return EXIT.done;
}

/** @throws UsageError */
function lengthOf(text: string): number {
  const { data, error } = quantity('m', { above: 0 }).safeParse(/^\d|^\./.test(text) ? text : `1 ${text}`);
  if (data !== undefined) return data;
  throw new UsageError(`--unit '${text}': ${error?.issues.map(({ message }) => message).join('; ')}`);
}

/** To a micrometre, and a millimetre a second. */
const rounded = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

function asTable({ points }: FoundPath): string {
  const isLimited = points.some(({ speed }) => speed !== undefined);
  const rows = points.map(({ x, y, speed }) =>
    [rounded(x, 6), rounded(y, 6), ...(isLimited ? [rounded(speed ?? 0, 3)] : [])].join(','),
  );
  return `${[isLimited ? 'x_m,y_m,v_mps' : 'x_m,y_m', ...rows].join('\n')}\n`;
}
