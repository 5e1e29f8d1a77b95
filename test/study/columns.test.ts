import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Columns } from '../../src/study/columns.js';

const scratch = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('steerbot-study-'));

describe('columns of figures', () => {
  it.each([0, 1, 1023, 1024, 1025, 5000])('give back %d rows, in their order', (rows) => {
    const columns = new Columns();
    for (let i = 0; i < rows; i++) {
      columns.set('square', i * i);
      if (i % 3 === 0) columns.set('third', i);
      columns.endRow();
    }
    const squares = columns.read('square');
    expect(squares).toEqual(Float64Array.from({ length: rows }, (_, i) => i * i));
    const thirds = columns.read('third');
    expect(thirds).toEqual(Float64Array.from({ length: rows }, (_, i) => (i % 3 === 0 ? i : Number.NaN)));
    columns.close();
  });

  it('have NaN before a name came up, and after it was gone', () => {
    const columns = new Columns();
    for (let i = 0; i < 4000; i++) {
      if (i >= 1500 && i < 2500) columns.set('late', i);
      columns.endRow();
    }
    const late = columns.read('late');
    expect(late).toHaveLength(4000);
    expect([late[1499], late[1500], late[2499], late[2500], late[3999]]).toEqual([
      Number.NaN,
      1500,
      2499,
      Number.NaN,
      Number.NaN,
    ]);
    expect(columns.names).toEqual(['late']);
    columns.close();
  });

  it('read into a buffer that is long enough, again and again', () => {
    const columns = new Columns();
    for (let i = 0; i < 3000; i++) {
      columns.set('a', i);
      if (i < 10) columns.set('b', -i);
      columns.endRow();
    }
    const buffer = new Float64Array(3000);
    expect(columns.read('a', buffer).buffer).toBe(buffer.buffer);
    const b = columns.read('b', buffer);
    expect([b[9], b[10], b[2999]]).toEqual([-9, Number.NaN, Number.NaN]);
    expect(columns.read('a', new Float64Array(5))).toHaveLength(3000);
    columns.close();
  });

  it('of an unknown name are empty', () => {
    expect(new Columns().read('none')).toEqual(new Float64Array());
  });

  it.skipIf(process.platform === 'win32')('leave no file, not even while they are in use', () => {
    const before = scratch();
    const columns = new Columns();
    for (let i = 0; i < 3000; i++) {
      columns.set('a', i);
      columns.endRow();
    }
    expect(scratch()).toEqual(before);
    columns.close();
  });
});
