/** The page on data for other tools tells of the columns as the tables have them, and its snippets use no others. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { writeTables } from '../../src/cli/replay/writeTables.js';
import { runColumns } from '../../src/study/runTable.js';
import type { Column } from '../../src/study/tables/table.js';
import { TICK_COLUMNS } from '../../src/study/tables/tickColumns.js';
import { folderForTests, record, usualNews } from '../recording/recorded.js';
import { blocks } from '../support/markdown.js';
import { rootFile } from '../support/runs.js';
import { isMissing } from '../support/tools.js';

const page = readFileSync(rootFile('docs/data.md'), 'utf8');

const tableIn = (heading: string): string[] => {
  const [, after = ''] = page.split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return section.split('\n').filter((line) => line.startsWith('| `'));
};

const lineOf = ({ name, unit, type, description }: Column): string =>
  `| \`${name}\` | ${unit} | ${type} | ${description} |`;

const KNOWN = {
  ticks: new Set(TICK_COLUMNS.map(({ name }) => name)),
  runs: new Set(runColumns().map(({ name }) => name)),
};

describe('docs/data.md', () => {
  it.each([
    ['Runs', runColumns()],
    ['Ticks of a recording', TICK_COLUMNS],
  ])('lists the columns under %s as they are', (heading, columns) => {
    expect(tableIn(heading)).toEqual(columns.map(lineOf));
  });

  it('uses in Python only columns that there are', () => {
    const used = [
      ...blocks(page, 'python')
        .join('\n')
        .matchAll(/\b(ticks|row|runs)\['([^']+)'\]/g),
    ];
    const unknown = used.filter(
      ([, table, name = '']) => !KNOWN[table === 'runs' ? 'runs' : 'ticks'].has(name),
    );
    expect(unknown.map(([text]) => text)).toEqual([]);
    expect(used.length).toBeGreaterThan(10);
  });

  it('uses in SQL only columns that there are', () => {
    const queries = blocks(page, 'sql').flatMap((block) => block.trim().split(/;\s*/));
    for (const query of queries.filter((each) => each !== '')) {
      const known = query.includes("'runs.csv'") ? KNOWN.runs : KNOWN.ticks;
      const used = [...query.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
      expect(used.length).toBeGreaterThan(3);
      expect(used.filter((name) => !known.has(name))).toEqual([]);
    }
    expect(queries.filter((each) => each !== '')).toHaveLength(2);
  });

  it.skipIf(isMissing('python3'))('reads a table with nothing but Python', async () => {
    const cwd = folderForTests();
    record(join(cwd, 'run.mcap'), await usualNews());
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    writeTables(join(cwd, 'run.mcap'), { csv: join(cwd, 'ticks.csv') });
    vi.restoreAllMocks();
    const [snippet = ''] = blocks(page, 'python');
    const { status, stdout, stderr } = spawnSync('python3', ['-c', snippet], { cwd, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1200);
    expect(stdout).toMatch(/^a 0 0\.0\n/);
  });
});

describe('the columns', () => {
  it.each([
    ['runs', runColumns()],
    ['ticks', TICK_COLUMNS],
  ])('of %s have names of their own, and each says what it means', (_, columns) => {
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
    expect(columns.filter(({ description }) => description.length < 5 || /[|\n]/.test(description))).toEqual(
      [],
    );
  });

  it('of ticks end with their unit', () => {
    const suffixes: Readonly<Record<string, string>> = {
      m: '_m',
      s: '_s',
      rad: '_rad',
      'm/s': '_m_per_s',
      'rad/s': '_rad_per_s',
      N: '_n',
      V: '_v',
      'm²': '_m2',
      'rad²': '_rad2',
      'm rad': '_m_rad',
    };
    const wrong = TICK_COLUMNS.filter(
      ({ name, unit }) => unit !== '' && !name.endsWith(suffixes[unit] ?? '?'),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});
