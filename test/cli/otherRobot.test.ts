import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { itOnce as it, itThorough } from '../support/effort.js';
import { rootFile } from '../support/runs.js';
import { folderWith, steerbot } from './steerbot.js';

const slower = readFileSync(rootFile('robots/scout.yaml'), 'utf8').replace(
  'speed: 0.5 m/s',
  'speed: 0.25 m/s',
);

const speedOf = (stdout: string): number => JSON.parse(stdout).robots[0].maxSpeed;

describe('steerbot sim --robot', () => {
  it('drives the scenario with the robot of that name', async () => {
    const { code, stdout } = await steerbot(['sim', 'first-drive', '--robot', 'boe-bot', '--json']);
    expect(code).toBe(0);
    expect(speedOf(stdout)).toBeCloseTo(0.14, 3);
  });

  itThorough('drives it with the robot of a file, seen from where it is asked', async () => {
    const cwd = folderWith({ 'slower.yaml': slower });
    const { code, stdout } = await steerbot(['sim', 'first-drive', '--robot', 'slower.yaml', '--json'], {
      cwd,
    });
    expect({ code, speed: speedOf(stdout) }).toEqual({ code: 0, speed: expect.closeTo(0.25, 3) });
  });

  itThorough('drives it with the firmware on that robot\u2019s board', async () => {
    const args = ['sim', 'first-drive', '--robot', 'pololu-zumo-shield', '--firmware', '--json'];
    const { code, stdout } = await steerbot(args);
    expect({ code, speed: speedOf(stdout) }).toEqual({ code: 0, speed: expect.closeTo(0.4, 2) });
  });

  itThorough('asks many seeds of that robot, and says how to see the worst again', async () => {
    const args = ['sim', 'arrive', '--robot', 'boe-bot', '--seeds', '1..2', '--json'];
    const { stdout } = await steerbot(args);
    expect(stdout).toContain('--robot boe-bot');
    const { stdout: own } = await steerbot(args.filter((word) => !['--robot', 'boe-bot'].includes(word)));
    const figures = (text: string) => JSON.stringify(JSON.parse(text).scenarios[0].figures);
    expect(figures(stdout)).not.toBe(figures(own));
  });

  it('ends with 2 if no robot has that name', async () => {
    const { code, stdout, stderr } = await steerbot([
      'sim',
      'first-drive',
      '--robot',
      'boebot',
      '--headless',
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/boebot: no such file; .*did you mean 'boe-bot'\?/);
  });
});

describe('a scenario with another robot', () => {
  it('has it in the place of all of its own, named or written inline', () => {
    const { robots } = loadScenario('doorway', { robot: 'xrp' });
    expect(new Set(robots.map(({ robot }) => robot.name))).toEqual(new Set(['xrp']));
    expect(loadScenario('first-drive', { robot: 'xrp' }).robots[0]?.robot.name).toBe('xrp');
  });

  it('has no room for one that does not fit where it starts', () => {
    const wide = slower.replace('radius: 90 mm', 'radius: 600 mm');
    const file = `${folderWith({ 'wide.yaml': wide })}/wide.yaml`;
    expect(() => loadScenario('first-drive', { robot: file })).toThrow(/starts inside an obstacle/);
  });
});
