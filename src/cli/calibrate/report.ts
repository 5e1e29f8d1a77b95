/** The findings as a table for people, and as JSON. */
import pc from 'picocolors';
import type { MeasuredValue } from '../../identify/measured.js';
import { alignColumns } from '../terminal/terminal.js';
import type { BodyFinding } from './findings.js';

/** Units in which people think of such values. */
const SHOWN: Readonly<Record<string, readonly [word: string, times: number]>> = {
  m: ['mm', 1000],
  s: ['ms', 1000],
  'm/s': ['m/s', 1],
  'rad/s': ['°/s', 180 / Math.PI],
  '': ['', 1],
};

const MOST_DIGITS = 4;

/** As many places as the standard deviation has with two digits, and four digits at most. */
function placesOf(value: number, deviation: number): number {
  const spread = deviation > 0 && Number.isFinite(deviation) ? 1 - Math.floor(Math.log10(deviation)) : 9;
  const size = MOST_DIGITS - 1 - Math.floor(Math.log10(Math.abs(value) || 1));
  return Math.max(0, Math.min(spread, size));
}

/** A value in its usual unit. */
export function shownQuantity(value: number, unit: string): string {
  const [word, times] = SHOWN[unit] ?? [unit, 1];
  return `${Number((value * times).toPrecision(4))} ${word}`.trim();
}

/** A value with its standard deviation, in its usual unit. */
export function shownMeasured({ value, deviation }: MeasuredValue, unit: string): string {
  const [word, times] = SHOWN[unit] ?? [unit, 1];
  const [size, spread] = [value * times, deviation * times];
  const places = placesOf(size, spread);
  const least = 10 ** -places;
  const doubt = spread < least ? `< ${least.toFixed(places)}` : spread.toFixed(places);
  return `${size.toFixed(places)} ± ${doubt} ${word}`.trim();
}

function shownValue({ value, deviation, unit }: BodyFinding): string {
  if (value === null) return '–';
  if (deviation !== null) return shownMeasured({ value, deviation }, unit);
  const [word, times] = SHOWN[unit] ?? [unit, 1];
  return `${Number((value * times).toPrecision(3))} ${word}`.trim();
}

function shownFile({ file, unit, path }: BodyFinding): string {
  if (path === null) return '';
  return file === null ? 'not given' : shownQuantity(file, unit);
}

const MARKS = {
  sure: pc.green('✓'),
  unsure: pc.yellow('?'),
  'not enough movement': pc.yellow('?'),
  'cannot be known': pc.dim('–'),
} as const;

/** A line for each finding: what, in the file, measured, verdict; with what it means below. */
export function reportFindings(findings: readonly BodyFinding[]): string {
  const rows = findings.map((finding) => [
    `${MARKS[finding.verdict]} ${finding.what}`,
    shownFile(finding),
    shownValue(finding),
    finding.verdict === 'sure' ? '' : finding.verdict,
  ]);
  const head = ['  value', 'in the file', 'measured', ''];
  const [title = '', ...lines] = alignColumns([head, ...rows]);
  const told = lines.flatMap((line, i) => {
    const why = findings[i]?.why;
    return why ? [line, pc.dim(`    ${why}`)] : [line];
  });
  return [pc.dim(title), ...told].join('\n');
}

/** In SI; null for what is not known. @param written the file that was changed */
export const findingsDocument = (findings: readonly BodyFinding[], written: string | null) => ({
  written,
  findings: findings.map(({ path, ...finding }) => ({ ...finding, path: path?.join('.') ?? null })),
});
