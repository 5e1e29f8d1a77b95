/** One thing that `doctor` has looked at, and what came of it. */
import { DriverError } from '../../validation/errors.js';

/** Their names, in the order in which they are looked at. */
export const CHECK = {
  node: 'Node.js',
  serial: 'serial module',
  robot: 'robot file',
  permission: 'permission',
  port: 'port',
  firmware: 'firmware',
  board: 'board',
  delay: 'link delay',
  battery: 'battery',
} as const;

type Check = (typeof CHECK)[keyof typeof CHECK];

export type State = 'ok' | 'warning' | 'wrong' | 'skipped';

export interface Row {
  readonly check: Check;
  readonly state: State;
  readonly found: string;
  /** One sentence; null where there is nothing to do. */
  readonly cure: string | null;
}

export const ok = (check: Check, found: string): Row => ({ check, state: 'ok', found, cure: null });

export const warning = (check: Check, found: string, cure: string): Row => ({
  check,
  state: 'warning',
  found,
  cure,
});

export const skipped = (check: Check, found: string, cure: string | null = null): Row => ({
  check,
  state: 'skipped',
  found,
  cure,
});

/** `found; cure`, as errors of ours say it. */
export function wrong(check: Check, words: string): Row {
  const [found = '', ...cure] = words.split('; ');
  return { check, state: 'wrong', found, cure: cure.join('; ') || null };
}

/** @param port left out in front of the words, where another row names it. @throws what is no word to a maker */
export function wrongBy(check: Check, error: unknown, port?: string): Row {
  if (!(error instanceof DriverError)) throw error;
  return wrong(check, port === undefined ? error.message : error.message.replace(`${port}: `, ''));
}
