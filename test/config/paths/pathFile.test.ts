import { describe, expect } from 'vitest';
import { parsePath } from '../../../src/config/paths/pathFile.js';
import { FileError } from '../../../src/validation/errors.js';
import { itOnce as it, itThorough } from '../../support/effort.js';

function linesOf(text: string): string[] {
  try {
    parsePath(text, 'f');
    return [];
  } catch (error) {
    return error instanceof FileError ? error.message.split('\n') : [String(error)];
  }
}

describe('a path', () => {
  it.each([
    ['with a header', 'x_m,y_m\n0,0\n1,0.5\n'],
    ['without one', '0,0\n1,0.5'],
    ['with semicolons', 'x_m;y_m\n0;0\n1;0.5\n'],
    ['with white space', '0 0\n  1\t0.5  \n'],
    ['with white space round its commas', ' 0 , 0\n1 ,0.5 \n'],
    ['of Windows', '\uFEFFx_m,y_m\r\n0,0\r\n1,0.5\r\n'],
    ['with remarks and blank lines', '# home\n\nx,y\n0,0\n\n  # half way\n1,0.5\n\n'],
    ['with signs and exponents', '+0,-0\n1e0,5E-1\n'],
  ])('%s is read', (_, text) => {
    const { points } = parsePath(text, 'f');
    expect(points.map(({ x, y }) => [x, y + 0])).toEqual([
      [0, 0],
      [1, 0.5],
    ]);
  });

  it('tells all its problems at once', () => {
    expect(linesOf('0,0\n1,a\n\nb,2\n3\n4,,5\n')).toEqual([
      "f:2:3: y 'a' is not a finite number; a number of metres is wanted",
      "f:4:1: x 'b' is not a finite number; a number of metres is wanted",
      'f:5:1: 1 column is found; two are wanted: x_m,y_m',
      'f:6:4: 3 columns are found; two are wanted: x_m,y_m',
    ]);
  });

  it('tells twenty of its problems, and how many more there are', () => {
    const lines = linesOf('a,0\n'.repeat(33));
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('f:20:1: and 13 more');
  });

  itThorough('of ten megabytes with a fault in each line keeps no more of them than it tells', () => {
    // Each fault that is kept takes 200 bytes: these would take a gigabyte.
    const text = '1\n'.repeat(5_000_000);
    const before = process.memoryUsage().heapUsed;
    expect(linesOf(text).at(-1)).toBe('f:100001:1: and 99981 more');
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(600e6);
  });

  it('is not cut up where a line has millions of columns', () => {
    expect(linesOf(`0,0\n${'1,'.repeat(1e6)}`)).toEqual([
      'f:2:5: 100 columns and more are found; two are wanted: x_m,y_m',
    ]);
  });

  it('may have a hundred thousand points', () => {
    const text = `x_m,y_m\n${Array.from({ length: 100_000 }, (_, i) => `${i},0\n`).join('')}`;
    expect(parsePath(text, 'f').points).toHaveLength(100_000);
    expect(linesOf(`${text}1,1\n`)[0]).toMatch(/^f:100002:1: the path has more than 100000 points/);
  });
});
