import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunRow } from '../../src/study/runRow.js';
import { RunTable, runColumns } from '../../src/study/runTable.js';
import { TABLE_OPTIONS, type TableOption } from '../../src/study/tables/openTable.js';
import type { Variant } from '../../src/study/variant.js';
import { folderWith } from '../cli/steerbot.js';
import { readParquet } from './tables/readParquet.js';

const HEADER =
  'scenario,seed,passed,outcome,simulatedSeconds,timeToGoal,distanceToGoal,overshoot,distanceTravelled,contacts,' +
  'minClearance,crossings,crossTrack.rms,crossTrack.max,crossTrack.missed,maxSpeed,maxForce,expectedError,';

const DISTANCE = 'distance.reaches, hunter to prey';

const run = (seed: number, rest: Partial<RunRow> = {}): RunRow => ({
  seed,
  passed: true,
  outcome: 'arrived',
  stoppedForSafety: false,
  simulatedSeconds: 10.62,
  hasGoal: true,
  figures: {
    timeToGoal: 10.52,
    contacts: 0,
    minClearance: 0.05002699391240675,
    maxForce: 0.4500000000000001,
  },
  criteria: [],
  fault: null,
  ...rest,
});

const FAILED = run(2, {
  passed: false,
  outcome: 'faulted',
  figures: { [DISTANCE]: 1.5 },
  criteria: [
    { name: DISTANCE, figure: DISTANCE, criterion: 'distance.reaches', limit: 1, passed: false },
    { name: 'contacts', figure: 'contacts', criterion: 'contacts', limit: 0, passed: false },
  ],
  fault: 'a: at 1.00 s: no "counts", none',
});

const PLAIN: readonly Variant[] = ['first', 'second'].map((scenario) => ({ scenario, settings: [] }));

/** The option whose files end so. */
const optionFor = (file: string): TableOption =>
  (Object.keys(TABLE_OPTIONS) as TableOption[]).find((option) => file.endsWith(TABLE_OPTIONS[option])) ??
  '--csv';

function tableOf(name: string, runs: readonly (readonly RunRow[])[], variants = PLAIN): string {
  const file = join(folderWith({}), name);
  const table = new RunTable(file, variants, optionFor(name));
  for (const rows of runs) table.add(rows);
  table.close();
  return file;
}

describe('a table of runs', () => {
  it('as CSV has a row for each run, with what only criteria measure between the figures and the words', () => {
    const text = readFileSync(tableOf('runs.csv', [[run(1), FAILED], [run(3)]]), 'utf8');
    expect(text.split('\r\n')).toEqual([
      `${HEADER}"${DISTANCE}",failedCriteria,fault`,
      'first,1,true,arrived,10.62,10.52,,,,0,0.05002699391240675,,,,,,0.4500000000000001,,,,',
      `second,2,false,faulted,10.62,,,,,,,,,,,,,,1.5,"${DISTANCE}; contacts","a: at 1.00 s: no ""counts"", none"`,
      'first,3,true,arrived,10.62,10.52,,,,0,0.05002699391240675,,,,,,0.4500000000000001,,,,',
      '',
    ]);
  });

  it('without runs has its columns', async () => {
    expect(readFileSync(tableOf('runs.csv', []), 'utf8')).toBe(`${HEADER}failedCriteria,fault\r\n`);
    expect((await readParquet(tableOf('runs.parquet', []))).rows).toEqual([]);
  });

  it('holds the same values as JSON lines and as Parquet', async () => {
    const runs = [[run(4294967295), FAILED]];
    const lines = readFileSync(tableOf('runs.jsonl', runs), 'utf8').trimEnd().split('\n');
    const { rows } = await readParquet(tableOf('runs.parquet', runs));
    const whole = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
    const numbers = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, whole(value)])),
    );
    expect(lines.map((line) => JSON.parse(line))).toEqual(numbers);
    expect(numbers[0]).toMatchObject({ seed: 4294967295, timeToGoal: 10.52, overshoot: null, contacts: 0 });
    expect(rows[0]?.seed).toBe(4294967295n);
  });

  it('says the units of figures, and of what only a criterion measures', () => {
    const units = new Map(
      runColumns([DISTANCE, 'polarization', 'distance.atMost, a to b']).map((c) => [c.name, c.unit]),
    );
    expect(units.get('timeToGoal')).toBe('s');
    expect(units.get('contacts')).toBe('');
    expect(units.get('maxSpeed')).toBe('m/s');
    expect([units.get(DISTANCE), units.get('polarization')]).toEqual(['s', '']);
    expect(units.get('distance.atMost, a to b')).toBe('m');
  });
});
