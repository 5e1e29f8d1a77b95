import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/terminal/exitCodes.js';
import { CsvFile, csvLine } from '../../src/study/runFigures.js';
import { folderWith } from '../cli/steerbot.js';

describe('a line of a table', () => {
  it.each([
    [['a', 1, true, null], 'a,1,true,\r\n'],
    [[0.1, -2e-9, ''], '0.1,-2e-9,\r\n'],
    [['a, b', 'say "no"', 'two\nlines'], '"a, b","say ""no""","two\nlines"\r\n'],
    [['ärger'], 'ärger\r\n'],
  ])('of %j is written as RFC 4180 says', (cells, text) => {
    expect(csvLine(cells)).toBe(text);
  });
});

describe('a table in a file', () => {
  it('grows by whole rows, and what was there before is gone', () => {
    const file = join(folderWith({ 'runs.csv': 'old and long\n' }), 'runs.csv');
    const table = new CsvFile(file);
    table.add([['seed', 'passed']]);
    expect(readFileSync(file, 'utf8')).toBe('seed,passed\r\n');
    table.add([
      [1, true],
      [2, false],
    ]);
    expect(readFileSync(file, 'utf8')).toBe('seed,passed\r\n1,true\r\n2,false\r\n');
    table.close();
  });

  it('says which file cannot be written, and why', () => {
    const folder = folderWith({});
    expect(() => new CsvFile(folder)).toThrow(UsageError);
    expect(() => new CsvFile(folder)).toThrow(/--csv '.*' cannot be written \(EISDIR/);
  });

  it.skipIf(!existsSync('/dev/full'))('says that the disk is full', () => {
    const table = new CsvFile('/dev/full');
    expect(() => table.add([[1]])).toThrow(/cannot be written \(ENOSPC/);
    table.close();
  });
});
