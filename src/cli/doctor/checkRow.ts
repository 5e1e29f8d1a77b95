/** What `doctor` has found: one row for each check, and the report of all rows. */

import pc from 'picocolors';
import { DriverError } from '../../validation/errors.js';

/** The checks by name, in the order in which they run. */
export const CHECK = {
  node: 'Node.js',
  serial: 'serial module',
  robot: 'robot file',
  permission: 'permission',
  port: 'port',
  firmware: 'firmware',
  board: 'board',
  delay: 'link delay',
  rate: 'line rate',
  deadMan: 'dead-man',
  speed: 'speed',
  battery: 'battery',
  driver: 'motor driver',
  sensor: 'sensor',
  answer: 'wheels answer',
} as const;

type Check = (typeof CHECK)[keyof typeof CHECK];

export type CheckState = 'ok' | 'warning' | 'wrong' | 'skipped';

export interface CheckRow {
  readonly check: Check;
  readonly state: CheckState;
  readonly found: string;
  /** One sentence; null where there is nothing to do. */
  readonly cure: string | null;
  /** What was measured and what is proposed, in SI; null where nothing fits. */
  readonly figures?: Readonly<Record<string, number | null>>;
}

export const ok = (check: Check, found: string): CheckRow => ({ check, state: 'ok', found, cure: null });

export const warning = (check: Check, found: string, cure: string): CheckRow => ({
  check,
  state: 'warning',
  found,
  cure,
});

export const skipped = (check: Check, found: string, cure: string | null = null): CheckRow => ({
  check,
  state: 'skipped',
  found,
  cure,
});

/** @param words `found; cure`, as our errors say it */
export function wrong(check: Check, words: string): CheckRow {
  const [found = '', ...cure] = words.split('; ');
  return { check, state: 'wrong', found, cure: cure.join('; ') || null };
}

/** @param port a prefix to drop where another row names the port. @throws any error but a DriverError */
export function wrongByError(check: Check, error: unknown, port?: string): CheckRow {
  if (!(error instanceof DriverError)) throw error;
  return wrong(check, port === undefined ? error.message : error.message.replace(`${port}: `, ''));
}

const TERMINAL_WIDTH = 80;
/** The width of the mark and the name of a check. */
const FOUND_COLUMN = 17;

const STATE_MARKS: Readonly<Record<CheckState, string>> = {
  ok: pc.green('✓'),
  warning: pc.yellow('!'),
  wrong: pc.red('✗'),
  skipped: pc.dim('–'),
};

export function reportChecks(rows: readonly CheckRow[]): string {
  return [...rows.flatMap(linesOf), summary(rows)].join('\n');
}

function linesOf({ check, state, found, cure }: CheckRow): string[] {
  const [first = '', ...more] = wrapped(found, TERMINAL_WIDTH - FOUND_COLUMN);
  const cures = cure === null ? [] : wrapped(cure, TERMINAL_WIDTH - FOUND_COLUMN - 2);
  const indent = ' '.repeat(FOUND_COLUMN);
  return [
    `${STATE_MARKS[state]} ${check.padEnd(FOUND_COLUMN - 2)}${first}`,
    ...more.map((line) => `${indent}${line}`),
    ...cures.map((line, i) => `${indent}${i === 0 ? '→' : ' '} ${line}`),
  ];
}

function summary(rows: readonly CheckRow[]): string {
  const count = (wanted: CheckState) => rows.filter(({ state }) => state === wanted).length;
  const [wrongs, warnings] = [count('wrong'), count('warning')];
  if (wrongs + warnings === 0) return pc.green('nothing wrong');
  const said = [
    ...(wrongs > 0 ? [`${wrongs} wrong`] : []),
    ...(warnings > 0 ? [`${warnings} to look at`] : []),
  ];
  return (wrongs > 0 ? pc.red : pc.yellow)(said.join(', '));
}

/** A word that is too long for a line gets its own line. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
