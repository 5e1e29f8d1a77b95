import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { steerbot } from './steerbot.js';

const cwd = mkdtempSync(join(tmpdir(), 'import-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);

write('course.csv', 'x (mm),y (mm),v_mps\n5000,5000,0.2\n6000,5000,0.4\n');
write('plan.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 9L1 9"/></svg>');
write('map.yaml', 'image: map.pgm\nresolution: 0.5\norigin: [0, 0, 0]\n');
write('map.pgm', 'P2 2 2 255\n0 255\n255 255\n');
write(
  'away.yaml',
  'robots: [{ id: a, robot: scout, mission: { followPath: { path: course.csv } } }]\nduration: 1 s\n',
);

describe('steerbot import', () => {
  it('writes what it read as metres, and says what that was', async () => {
    expect(await steerbot(['import', 'course.csv'], { cwd })).toEqual({
      code: 0,
      stdout: 'x_m,y_m,v_mps\n5,5,0.2\n6,5,0.4\n',
      stderr: 'course.csv: 2 points, 1 m, from x (mm), y (mm); v_mps as a speed limit\n',
    });
  });

  it('takes the unit that a file does not say, and no other', async () => {
    const { stdout } = await steerbot(['import', 'plan.svg', '--unit', '5cm'], { cwd });
    expect(stdout).toBe('x_m,y_m\n0,0\n0.05,0\n');
    const { code, stderr } = await steerbot(['import', 'course.csv', '--unit', 'cm'], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('--unit: its columns say their unit'),
    });
    expect((await steerbot(['import', 'plan.svg', '--unit', 'kg'], { cwd })).stderr).toContain(
      'mm, cm, m, in or ft',
    );
  });

  it('knows a map, and writes its world to a file', async () => {
    expect(await steerbot(['import', 'map.yaml', '--write', 'world.yaml'], { cwd })).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(readFileSync(join(cwd, 'world.yaml'), 'utf8')).toBe(
      'world:\n  walls:\n    - [[0, 1], [0, 0.5], [0.5, 0.5], [0.5, 1], [0, 1]]\n',
    );
  });
});

describe('a path that begins elsewhere', () => {
  it('is told with distance and bearing, and what was read, before it is simulated', async () => {
    const { stderr } = await steerbot(['sim', 'away.yaml', '--headless'], { cwd });
    expect(stderr).toBe(
      'course.csv: 2 points, 1 m, from x (mm), y (mm); v_mps as a speed limit\na: the path begins 7.07 m away, 45° to the left; it drives there first\n',
    );
  });

  const drive = (...more: readonly string[]) =>
    steerbot(
      [
        'drive',
        'scout',
        '--path',
        'course.csv',
        '--port',
        'simulated',
        '--headless',
        '--time-limit',
        '0.2s',
        ...more,
      ],
      { cwd },
    );

  it('is told before it is driven, and not where the robot stands on it', async () => {
    expect((await drive()).stderr).toContain('the path begins 7.07 m away, 45° to the left');
    expect((await drive('--start', '5,4,90deg')).stderr).toContain(
      'the path begins 1 m away, straight ahead',
    );
    const on = await drive('--from-path-start');
    expect(on.stderr).not.toContain('begins');
    expect(on.stdout).toMatch(/x 5\.0\d+ m, y 5\.0\d+ m, 0°/);
  });

  it('is no start for what follows none, and no second one', async () => {
    const other = await steerbot(
      ['drive', 'scout', '--arrive', '1,0', '--from-path-start', '--port', 'simulated'],
      { cwd },
    );
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('the mission follows no path') });
    expect((await drive('--start', '0,0,0', '--from-path-start')).stderr).toContain('give one of them');
  });
});
