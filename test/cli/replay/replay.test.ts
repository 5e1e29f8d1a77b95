import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { replay } from '../../../src/cli/replay/replay.js';
import { FileError, UsageError } from '../../../src/validation/errors.js';
import { folderForTests, record, usualNews } from '../../recording/recorded.js';
import type { News } from '../../recording/rehearsal.js';

const folder = folderForTests();
const file = join(folder, 'run.mcap');
const other = join(folder, 'other.mcap');
const all = await usualNews();
record(file, all);
record(other, all.map(nudged));

/** From 8 s on something else was recorded. */
function nudged(news: News): News {
  const [a, b] = news.kind === 'frame' && news.at > 7.99 ? news.robots : [];
  if (news.kind !== 'frame' || !a?.tick || !b) return news;
  return { ...news, robots: [{ ...a, tick: { ...a.tick, wanted: { linear: 0.125, angular: 0 } } }, b] };
}

afterEach(() => vi.restoreAllMocks());

async function told(...[name, options]: Parameters<typeof replay>) {
  const said = { out: '', err: '' };
  const into = (stream: 'out' | 'err') => (text: unknown) => {
    // Colored or not.
    said[stream] += stripVTControlCharacters(String(text));
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(into('err'));
  const exitCode = await replay(name, options);
  vi.restoreAllMocks();
  return { exitCode, ...said };
}

describe('replay --resimulate', () => {
  it('tells what is the same, and ends with 0', async () => {
    const { exitCode, out, err } = await told(file, { resimulate: true });
    expect(exitCode).toBe(0);
    expect(err).toBe('');
    const [head, ...rest] = out.trimEnd().split('\n');
    expect(head).toMatch(/^.*rehearsal.*: 11\.98 s re-run in \d+\.\d\d s, \d+ × real time$/);
    expect(rest.map((line) => line.trim())).toEqual([
      'a: 600 ticks and 3 keyframes the same',
      'robot b/2: 600 ticks and 3 keyframes the same',
      expect.stringContaining('identical'),
    ]);
  });

  it('tells the first tick that differs, and ends with 1', async () => {
    const { exitCode, out } = await told(other, { resimulate: true });
    expect(exitCode).toBe(1);
    expect(out).toContain('the first tick that differs: a at 8.000 s: wanted.linear: was 0.125, is ');
    expect(out).toContain('a: 400 ticks and 2 keyframes the same, then not');
  });

  it('prints one document for programs', async () => {
    const { exitCode, out } = await told(other, { resimulate: true, json: true });
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toEqual({
      file: other,
      about: expect.objectContaining({ program: 'steerbot', scene: 'rehearsal' }),
      ended: true,
      lostBytes: 0,
      identical: false,
      robots: [
        { robot: 'a', ticks: 400, keyframes: 2, skipped: 0, unseen: 0, identical: false },
        { robot: 'robot b/2', ticks: 600, keyframes: 3, skipped: 0, unseen: 0, identical: true },
      ],
      difference: {
        robot: 'a',
        time: 8,
        what: 'tick',
        path: 'wanted.linear',
        recorded: 0.125,
        made: expect.any(Number),
      },
      seconds: 11.98,
      wallSeconds: expect.any(Number),
      speed: expect.any(Number),
    });
  });

  it('begins at a time that is within the recording', async () => {
    const { out } = await told(file, { resimulate: true, from: 5.5, json: true });
    expect(JSON.parse(out)).toMatchObject({ identical: true, robots: [{ ticks: 350 }, { ticks: 350 }] });
    for (const from of [-1, 12, Number.NaN])
      await expect(replay(file, { resimulate: true, from })).rejects.toThrow(UsageError);
  });

  it('says of a recording that was cut what is missing', async () => {
    const cut = join(folder, 'cut.mcap');
    const bytes = readFileSync(file);
    writeFileSync(cut, bytes.subarray(0, bytes.length / 2));
    const { exitCode, err } = await told(cut, { resimulate: true });
    expect(exitCode).toBe(0);
    expect(err).toMatch(/^.*cut\.mcap: the recording was never ended; \d+ bytes of it cannot be read/);
  });

  it('refuses what is no recording', async () => {
    const text = join(folder, 'some.txt');
    writeFileSync(text, 'hello');
    await expect(replay(text, { resimulate: true })).rejects.toThrow(FileError);
  });
});
