import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTable } from '../../../src/study/tables/openTable.js';
import { COLUMNS_KEY, ROWS_PER_GROUP } from '../../../src/study/tables/parquet.js';
import type { Column, Row } from '../../../src/study/tables/table.js';
import { folderWith } from '../../cli/steerbot.js';
import { readParquet } from './readParquet.js';

const COLUMNS: readonly Column[] = [
  { name: 'seed', unit: '', type: 'int', description: 'The seed' },
  { name: 'crossTrack.rms', unit: 'm', type: 'double', description: 'Off the path' },
  { name: 'passed', unit: '', type: 'boolean', description: 'It passed' },
  { name: 'distance, a to b', unit: '', type: 'string', description: 'Text' },
];

function written(rows: readonly Row[]): string {
  const file = join(folderWith({}), 'runs.parquet');
  const table = openTable(file, '--parquet', 'runs');
  table.begin(COLUMNS);
  for (const row of rows) table.add([row]);
  table.close();
  return file;
}

const objectOf = (row: Row) =>
  Object.fromEntries(
    COLUMNS.map(({ name, type }, i) => {
      const cell = row[i] ?? null;
      return [name, type === 'int' && cell !== null ? BigInt(cell as number) : cell];
    }),
  );

describe('a Parquet file', () => {
  it('gives every value back to another reader, to the last bit', async () => {
    const rows: Row[] = [
      [1, 0.1 + 0.2, true, 'a, "b"\nä 🤖'],
      [4294967295, -1e-300, false, ''],
      [0, Number.NaN, null, null],
      [-3, Number.POSITIVE_INFINITY, true, 'x'],
      [null, null, null, null],
    ];
    const { rows: read } = await readParquet(written(rows));
    expect(read).toEqual(rows.map(objectOf));
  });

  it('says of each column its unit and what it means', async () => {
    const { metadata } = await readParquet(written([]));
    expect(metadata.num_rows).toBe(0n);
    expect(metadata.schema.slice(1).map(({ name, type }) => [name, type])).toEqual([
      ['seed', 'INT64'],
      ['crossTrack.rms', 'DOUBLE'],
      ['passed', 'BOOLEAN'],
      ['distance, a to b', 'BYTE_ARRAY'],
    ]);
    const told = metadata.key_value_metadata?.find(({ key }) => key === COLUMNS_KEY)?.value;
    expect(JSON.parse(told ?? '')).toEqual(COLUMNS);
  });

  it('is written group by group, none larger than a reader wants to keep', async () => {
    const count = 2 * ROWS_PER_GROUP + 5;
    const file = join(folderWith({}), 'runs.parquet');
    const table = openTable(file, '--parquet', 'runs');
    table.begin(COLUMNS);
    const sizes: number[] = [];
    for (let i = 0; i < count; i++) {
      table.add([[i, Math.sqrt(i), i % 2 === 0, `run ${i}`]]);
      if (i % ROWS_PER_GROUP === ROWS_PER_GROUP - 1) sizes.push(statSync(file).size);
    }
    expect(sizes[0]).toBeGreaterThan(8 * ROWS_PER_GROUP);
    expect(sizes[1]).toBeGreaterThan(1.8 * (sizes[0] ?? 0));
    table.close();
    const { metadata, rows } = await readParquet(file);
    expect(metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([
      ROWS_PER_GROUP,
      ROWS_PER_GROUP,
      5,
    ]);
    expect(rows).toHaveLength(count);
    for (const i of [0, ROWS_PER_GROUP - 1, ROWS_PER_GROUP, count - 1])
      expect(rows[i]).toEqual(objectOf([i, Math.sqrt(i), i % 2 === 0, `run ${i}`]));
  });

  it('replaces a longer one', async () => {
    const file = written([[1, 2, true, 'x']]);
    writeFileSync(file, 'x'.repeat(100_000));
    const table = openTable(file, '--parquet', 'runs');
    table.begin(COLUMNS);
    table.close();
    expect((await readParquet(file)).rows).toEqual([]);
  });
});
