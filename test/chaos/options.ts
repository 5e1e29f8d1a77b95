/** The options of `npm run chaos`. */
import { parseArgs } from 'node:util';
import type { Seconds } from '../../src/math/units.js';

export interface ChaosOptions {
  /** Simulated hours without the firmware, and with it. */
  readonly hours: number;
  readonly firmwareHours: number;
  readonly seed: number;
  /** One run alone; with `firmware` the one of that index with the firmware. */
  readonly only: number | null;
  readonly firmware: boolean;
  /** Each run lasts no longer: so many more scenes in the same time. */
  readonly seconds: Seconds;
  /** Threads: 1 or 2. */
  readonly workers: number;
  readonly json: boolean;
}

export const USAGE =
  'npm run chaos -- [--hours N] [--firmware-hours N] [--seed S] [--only INDEX [--firmware]] [--seconds S] [--workers 1|2] [--json]';

/** @throws Error naming the option that is wrong */
export function chaosOptions(words: readonly string[]): ChaosOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      hours: { type: 'string' },
      'firmware-hours': { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      firmware: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      workers: { type: 'string', default: '2' },
      json: { type: 'boolean', default: false },
    },
  });
  const firmwareHours = positive('firmware-hours', values['firmware-hours']);
  return {
    hours: positive('hours', values.hours ?? (firmwareHours > 0 ? '0' : '1')),
    firmwareHours,
    seed: whole('seed', values.seed),
    only: values.only === undefined ? null : whole('only', values.only),
    firmware: values.firmware,
    seconds: values.seconds === undefined ? Number.POSITIVE_INFINITY : positive('seconds', values.seconds),
    workers: whole('workers', values.workers) > 1 ? 2 : 1,
    json: values.json,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0) throw wrong(name, text, 'a number of 0 or more');
  return value;
}

function whole(name: string, text: string): number {
  const value = positive(name, text);
  if (!Number.isInteger(value)) throw wrong(name, text, 'a whole number');
  return value;
}

const wrong = (name: string, text: string, wanted: string): Error =>
  new RangeError(`--${name} ${text}: ${wanted} is wanted; ${USAGE}`);
