import { describe, expect, it } from 'vitest';
import { csvLine } from '../../../src/study/tables/csv.js';

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
