/** `steerbot import`: what another tool has written, as a file of ours. */
import { loadFoundPath } from '../../config/loadDefinition.js';
import { loadText } from '../../config/loadFile.js';
import { isWorld, loadWorld } from '../../config/loadWorld.js';
import { lengthUnit } from '../../config/paths/columns.js';
import type { FoundPath } from '../../config/paths/found.js';
import { saidOf } from '../../config/paths/pathFile.js';
import { worldSaid, worldText } from '../../config/worlds/foundWorld.js';
import type { Meters } from '../../math/units.js';
import { UsageError } from '../../validation/errors.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { mustBeWritable, writeOutput } from '../terminal/outputFile.js';

export const IMPORTED = ['path', 'world'] as const;

export interface ImportOptions {
  /** What the file holds; by default what it looks like. */
  readonly as?: (typeof IMPORTED)[number];
  /** How long one is, of numbers whose unit the file does not say: `1mm`, `mm`. */
  readonly unit?: string;
  readonly write?: string;
}

/** @throws FileError, UsageError */
export function importFile(file: string, { as, unit, write }: ImportOptions): ExitCode {
  const long = unit === undefined ? undefined : lengthOf(unit);
  const kind = as ?? (isWorld(loadText(file), file) ? 'world' : 'path');
  const example = kind === 'world' ? 'world.yaml' : 'course.csv';
  if (write !== undefined) mustBeWritable('--write', write, example);
  const { said, text } = kind === 'world' ? worldIn(file, long) : pathIn(file, long);
  process.stderr.write(`${file}: ${said}\n`);
  if (write === undefined) process.stdout.write(text);
  else writeOutput('--write', write, text, example);
  return EXIT.done;
}

function worldIn(file: string, unit: Meters | undefined) {
  const world = loadWorld(file, unit);
  return { said: worldSaid(world), text: worldText(world) };
}

function pathIn(file: string, unit: Meters | undefined) {
  const path = loadFoundPath(file, unit === undefined ? {} : { unit });
  return { said: saidOf(path), text: asTable(path) };
}

/** @throws UsageError */
function lengthOf(text: string): Meters {
  const [, number = '', word = ''] = /^\s*([\d.]*)\s*(.*)$/.exec(text) ?? [];
  const [count, unit] = [number === '' ? 1 : Number(number), lengthUnit(word)];
  if (unit !== undefined && count > 0 && Number.isFinite(count)) return count * unit;
  throw new UsageError(`--unit '${text}': a length is wanted: mm, cm, m, in or ft, such as 1mm or 2.5cm`);
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
