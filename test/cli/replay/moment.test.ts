/** Why a robot did what it did at an instant of a recording. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderWith, steerbot } from '../steerbot.js';

const file = join(folderWith({}), 'run.mcap');

beforeAll(async () => {
  await steerbot(['sim', 'arrive', '--headless', '--record', file]);
});

describe('a moment of a recording', () => {
  it('is told: what each behavior asks for, what was cut, what was known', async () => {
    const { code, stdout } = await steerbot(['replay', file, '--why', '--at', '0.5']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^at 0\.500 s\na: It drives at 0\.\d\d m\/s.*\n {2}arrive {2}\d\.\d+ N ahead/);
    expect(stdout).toMatch(/Its place by .*±.*mm/);
  });

  it('is a document for programs; beyond the end it is the last tick', async () => {
    const { stdout } = await steerbot(['replay', file, '--why', '--at', '500', '--json']);
    const { at, robots } = JSON.parse(stdout);
    expect(at).toBeGreaterThan(4);
    expect(robots).toEqual([
      expect.objectContaining({
        robot: 'a',
        does: ['It stands.', 'It has arrived.'],
        asked: expect.any(Array),
      }),
    ]);
  });

  it('is refused with what belongs to other ways to look at it', async () => {
    for (const option of [['--branch'], ['--csv', 'a.csv'], ['--resimulate']])
      expect(await steerbot(['replay', file, '--why', '--at', '1', ...option])).toMatchObject({ code: 2 });
    expect((await steerbot(['replay', file, '--at', '1'])).stderr).toMatch(/--at also to --why/);
  });
});
