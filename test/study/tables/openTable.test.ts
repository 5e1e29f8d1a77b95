import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTable } from '../../../src/study/tables/openTable.js';
import type { Column } from '../../../src/study/tables/table.js';
import { folderWith } from '../../cli/steerbot.js';

const column = (name: string, type: Column['type'], unit = ''): Column => ({
  name,
  unit,
  type,
  description: `What ${name} is`,
});

const COLUMNS = [column('seed', 'int'), column('way', 'double', 'm'), column('passed', 'boolean')];

describe('a table in a file', () => {
  it('grows by whole rows, and what was there before is gone', () => {
    const file = join(folderWith({ 'runs.csv': 'old and long, very long indeed\n' }), 'runs.csv');
    const table = openTable(file, '--csv', 'runs');
    table.begin(COLUMNS);
    expect(readFileSync(file, 'utf8')).toBe('seed,way,passed\r\n');
    table.add([
      [1, 0.5, true],
      [2, null, false],
    ]);
    expect(readFileSync(file, 'utf8')).toBe('seed,way,passed\r\n1,0.5,true\r\n2,,false\r\n');
    table.close();
  });

  it('of JSON lines has an object for each row; what JSON has no number for is null', () => {
    const file = join(folderWith({}), 'runs.jsonl');
    const table = openTable(file, '--jsonl', 'runs');
    table.begin(COLUMNS);
    table.add([[4294967295, 0.1 + 0.2, true]]);
    table.add([
      [1, Number.NaN, null],
      [2, Number.POSITIVE_INFINITY, false],
    ]);
    table.close();
    expect(readFileSync(file, 'utf8').split('\n')).toEqual([
      '{"seed":4294967295,"way":0.30000000000000004,"passed":true}',
      '{"seed":1,"way":null,"passed":null}',
      '{"seed":2,"way":null,"passed":false}',
      '',
    ]);
  });

  it.skipIf(!existsSync('/dev/full'))('says that the disk is full', () => {
    for (const option of ['--csv', '--jsonl'] as const) {
      const table = openTable('/dev/full', option, 'runs');
      expect(() => table.add([[1]])).toThrow(/'\/dev\/full' cannot be written \(ENOSPC/);
      table.close();
    }
    const table = openTable('/dev/full', '--parquet', 'runs');
    table.begin(COLUMNS);
    table.add([[1, 2, true]]);
    expect(() => table.close()).toThrow(/--parquet '\/dev\/full' cannot be written \(ENOSPC/);
  });
});
