import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { writeTables } from '../../../src/cli/replay/writeTables.js';
import type { TableFiles } from '../../../src/cli/tableOutputs.js';
import { DamagedRecording } from '../../../src/recording/reading/damaged.js';
import { openRecording } from '../../../src/recording/reading/openRecording.js';
import { TICK_COLUMNS } from '../../../src/study/tables/tickColumns.js';
import { UsageError } from '../../../src/validation/errors.js';
import { withChunks, withoutChecksums } from '../../recording/chunks.js';
import { folderForTests, record, usualNews } from '../../recording/recorded.js';
import { readParquet } from '../../study/tables/readParquet.js';
import { steerbot } from '../steerbot.js';

const folder = folderForTests();
const inFolder = (name: string) => join(folder, name);
const run = inFolder('run.mcap');
record(run, await usualNews());

afterEach(() => vi.restoreAllMocks());

function told(file: string, files: TableFiles): { code: number | undefined; error: unknown; said: string } {
  let said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  try {
    return { code: writeTables(file, files), error: undefined, said };
  } catch (error) {
    return { code: undefined, error, said };
  } finally {
    vi.restoreAllMocks();
  }
}

const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);

describe('replay with a table', () => {
  it('writes the same rows in every format, once for each tick of each robot', async () => {
    const [csv, jsonl, parquet] = [inFolder('a.csv'), inFolder('a.jsonl'), inFolder('a.parquet')];
    const { code, said } = told(run, { csv, jsonl, parquet });
    expect(code).toBe(0);
    expect(said).toBe(
      `1200 rows, one for each recorded tick of each robot, are in ${csv}, ${jsonl}, ${parquet}\n`,
    );
    const [header, ...lines] = linesOf(csv);
    expect(header).toBe(TICK_COLUMNS.map(({ name }) => name).join(','));
    const { rows } = await readParquet(parquet);
    const objects = linesOf(jsonl).map((line) => JSON.parse(line));
    expect([lines.length, rows.length, objects.length]).toEqual([1200, 1200, 1200]);
    for (const i of [0, 700, 1199]) {
      expect(lines[i]?.split(',').slice(4, 7).map(Number)).toEqual(
        ['x_m', 'y_m', 'heading_rad'].map((name) => rows[i]?.[name]),
      );
      expect(objects[i].y_m).toBe(rows[i]?.y_m);
    }
  });

  it('says how many ticks a busy computer did not record', async () => {
    const [busy, csv] = [inFolder('busy.mcap'), inFolder('busy.csv')];
    let frames = 0;
    record(
      busy,
      (await usualNews()).filter(({ kind }) => kind !== 'frame' || ++frames % 3 > 0),
    );
    const { said } = told(busy, { csv });
    const rows = linesOf(csv).length - 1;
    expect(rows).toBeLessThan(900);
    expect(said).toContain(`${rows} rows, one for each recorded tick of each robot`);
    expect(said).toContain(`; ${1200 - rows} ticks are missing: the computer was too busy`);
  });

  it('replaces an older table, but neither the recording nor a file of another kind', () => {
    const csv = inFolder('a.csv');
    writeFileSync(csv, 'old');
    expect(told(run, { csv }).code).toBe(0);
    expect(linesOf(csv)).toHaveLength(1201);
    const named = inFolder('named.csv');
    const bytes = readFileSync(run);
    writeFileSync(named, bytes);
    const { error } = told(named, { csv: named });
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain('is the recording itself, and would be lost');
    expect(readFileSync(named).equals(bytes)).toBe(true);
    expect(told(named, { csv: run }).error).toBeInstanceOf(UsageError);
    expect(readFileSync(run).equals(bytes)).toBe(true);
  });

  it.each<[string, TableFiles]>([
    ['is for another format', { jsonl: 'other.csv' }],
    ['is no table', { jsonl: 'own.yaml' }],
    ['has no folder', { parquet: 'nowhere/a.parquet' }],
    ['is the first one', { jsonl: 'kept.txt' }],
  ])('leaves an older table as it was where the second one %s', (_, more) => {
    for (const name of ['kept.csv', 'other.csv', 'own.yaml']) writeFileSync(inFolder(name), 'old');
    const files = Object.fromEntries(Object.entries(more).map(([key, name]) => [key, inFolder(name)]));
    const csv = inFolder(more.jsonl === 'kept.txt' ? 'kept.txt' : 'kept.csv');
    expect(told(run, { csv, ...files }).error).toBeInstanceOf(UsageError);
    if (csv.endsWith('.csv')) expect(readFileSync(csv, 'utf8')).toBe('old');
    else expect(existsSync(csv)).toBe(false);
  });

  it('of a recording that was cut says what is missing, and writes the rest', () => {
    const bytes = readFileSync(run);
    writeFileSync(inFolder('cut.mcap'), bytes.subarray(0, bytes.length / 2));
    const csv = inFolder('cut.csv');
    const { code, said } = told(inFolder('cut.mcap'), { csv });
    expect(code).toBe(0);
    expect(said).toMatch(/cut\.mcap: the recording was never ended; \d+ bytes of it cannot be read/);
    expect(linesOf(csv).length).toBeGreaterThan(100);
  });

  it('writes what can be read around a damaged place, and then refuses', async () => {
    const bytes = withChunks(readFileSync(run), '');
    const damaged = inFolder('damaged.mcap');
    writeFileSync(damaged, bytes);
    const recording = openRecording(damaged);
    bytes.write('-', recording.contents.frames.at(300)?.position ?? 0);
    recording.close();
    writeFileSync(damaged, withoutChecksums(bytes));
    const parquet = inFolder('damaged.parquet');
    const { error, said } = told(damaged, { parquet });
    expect(error).toBeInstanceOf(DamagedRecording);
    expect(said).toContain('messages left out because they cannot be read: 1; the first:');
    expect((await readParquet(parquet)).rows).toHaveLength(1198);
  });

  it('is a command of its own', async () => {
    const csv = inFolder('b.csv');
    const both = await steerbot(['replay', run, '--csv', csv, '--resimulate']);
    expect(both).toMatchObject({ code: 2, stdout: '' });
    expect(both.stderr).toContain(
      'a table needs no --resimulate, --listen, --speed or --foxglove; leave them out',
    );
    expect(await steerbot(['replay', run, '--csv', csv])).toMatchObject({ code: 0, stdout: '' });
    expect(linesOf(csv)).toHaveLength(1201);
  });
});
