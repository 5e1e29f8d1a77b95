/** A folder of recordings as a table. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderWith, steerbot } from '../steerbot.js';

const folder = folderWith({});
const inside = (name: string) => join(folder, name);

beforeAll(async () => {
  await steerbot(['sim', 'arrive', '--headless', '--record', inside('good.mcap')]);
  const slip = 'faults.new={ fault: motorDead, side: left, at: 1 s }';
  await steerbot(['sim', 'arrive', '--headless', '--record', inside('bad.mcap'), '--set', slip]);
  writeFileSync(inside('broken.mcap'), 'nothing of ours');
  writeFileSync(inside('notes.txt'), 'no recording');
});

describe('a folder of recordings', () => {
  it('is told in short, with how each ended and what cannot be read', async () => {
    const { code, stdout } = await steerbot(['replay', folder]);
    expect(code).toBe(0);
    const [bad, broken, good, count] = stdout.trim().split('\n');
    expect(bad).toMatch(/^bad\.mcap +arrive, .* 1 fault: ✗ .*not arrived/);
    expect(broken).toMatch(/^broken\.mcap +.*broken\.mcap/);
    expect(good).toMatch(/^good\.mcap +arrive, 4\.\d s: ✓ passed$/);
    expect(count).toBe('3 recordings');
  });

  it('is searched for an event, with its time', async () => {
    const { stdout } = await steerbot(['replay', folder, '--event', 'WHEEL', '--json']);
    const rows = JSON.parse(stdout);
    expect(rows.map(({ file }: { file: string }) => file)).toEqual(['bad.mcap', 'broken.mcap']);
    expect(rows[0]).toMatchObject({ scene: 'arrive', robots: ['a'], passed: false, faults: 1 });
    expect(rows[0].events[0].at).toBeGreaterThan(1);
    expect(rows[0].events[0].words).toMatch(/wheel/i);
  });

  it('is one picture of all ways, those that failed in red', async () => {
    const picture = inside('ways.svg');
    expect(await steerbot(['replay', folder, '--plot', picture])).toMatchObject({ code: 0 });
    const svg = readFileSync(picture, 'utf8');
    const ways = (stroke: string) => svg.match(new RegExp(`<polyline [^>]*stroke="${stroke}"`, 'g')) ?? [];
    expect(ways('#00864f')).toHaveLength(1);
    expect(ways('#c62828')).toHaveLength(1);
    expect(svg).toMatch(/>passed<[\s\S]*>failed</);
    expect(svg).not.toMatch(/not judged/);
    const only = await steerbot(['replay', folder, '--event', 'wheel', '--plot', picture]);
    expect(only).toMatchObject({ code: 0 });
    expect(readFileSync(picture, 'utf8')).not.toMatch(/>passed</);
    const over = ['replay', folder, '--plot', inside('good.mcap')];
    expect(await steerbot(over)).toMatchObject({ code: 2 });
    expect(await steerbot(['replay', folder, '--event', 'nothing of it', '--plot', picture])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/none of these recordings/),
    });
  });

  it('refuses what is for one recording, and a folder without any', async () => {
    expect(await steerbot(['replay', folder, '--branch'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/of a folder go --json, --event and --plot/),
    });
    const none = folderWith({ 'a.txt': '' });
    expect((await steerbot(['replay', none])).stderr).toMatch(/holds no recording; name a folder/);
    expect((await steerbot(['replay', inside('good.mcap'), '--event', 'x'])).stderr).toMatch(
      /--event belongs to a folder/,
    );
  });
});
