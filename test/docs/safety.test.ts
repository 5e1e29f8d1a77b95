/** SAFETY.md names the tests of what it promises: they must be there. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rootFile } from '../support/runs.js';

const rows = readFileSync(rootFile('SAFETY.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| .*\| `test\//.test(line));

/** `test/a/{b,c}` names two. */
function namedIn(cell: string): string[] {
  return [...cell.matchAll(/`(test\/[^`]+)`/g)].flatMap(([, name = '']) => {
    const [, head = name, inside, tail = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
    return inside === undefined ? [name] : inside.split(',').map((part) => `${head}${part}${tail}`);
  });
}

const isThere = (name: string) => existsSync(rootFile(`${name}.test.ts`)) || existsSync(rootFile(name));

describe('each row of SAFETY.md about the firmware and the host', () => {
  it('is found', () => expect(rows.length).toBeGreaterThan(25));

  it.each(rows.map((row) => [row.split('|')[1]?.trim().slice(0, 60) ?? '', row]))(
    'has its tests: %s',
    (_, row) => {
      const named = namedIn(row);
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((name) => !isThere(name))).toEqual([]);
    },
  );
});
