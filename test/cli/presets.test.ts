import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { parseRobot } from '../../src/config/robot/robotFile.js';
import { rootFile } from '../support/runs.js';
import { folderWith, steerbot } from './steerbot.js';

describe('steerbot presets', () => {
  it('lists every robot that comes with it, wherever it is asked, and none of the folder that it is asked in', async () => {
    const own = readFileSync(rootFile('robots/scout.yaml'), 'utf8').replace('name: scout', 'name: mine');
    const cwd = folderWith({ 'robots/mine.yaml': own });
    const { code, stdout, stderr } = await steerbot(['presets'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^name +kit +board +drive +tested\n/);
    expect(stdout).toMatch(/^boe-bot +Parallax Boe-Bot.* uno +servos +emulator$/m);
    expect(stdout).toMatch(/^xrp +XRP robot.* - +- +simulation$/m);
    expect(stdout).not.toContain('mine');
  });

  it('lists them for programs', async () => {
    const { stdout } = await steerbot(['presets', '--json']);
    expect(JSON.parse(stdout)).toContainEqual({
      name: 'elegoo-smart-car-v4',
      kit: 'Elegoo Smart Robot Car V4.0, TB6612FNG and MPU-6050',
      board: 'uno',
      drive: 'SmartCar Shield v1.1 (TB6612FNG)',
      tested: 'emulator',
    });
  });

  it("prints one's file, remarks and all", async () => {
    const { code, stdout } = await steerbot(['presets', 'scout']);
    expect(code).toBe(0);
    expect(stdout).toBe(readFileSync(rootFile('robots/scout.yaml'), 'utf8'));
    expect(parseRobot(stdout, 'copy.yaml').name).toBe('scout');
  });

  it("prints one's file, which is read again as the `>` of an older PowerShell writes it", () => {
    const text = readFileSync(rootFile('robots/scout.yaml'), 'utf8');
    const utf16 = Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`, 'utf16le');
    const cwd = folderWith({ 'mine.yaml': utf16 });
    expect(loadRobot(join(cwd, 'mine.yaml'))).toEqual(loadRobot('scout'));
  });

  it('prints one for programs, in SI', async () => {
    const { stdout } = await steerbot(['presets', 'scout', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ name: 'scout', chassis: { mass: 0.45 } });
  });

  it('ends with 2 where it has none of that name, and says which it may be', async () => {
    const { code, stdout, stderr } = await steerbot(['presets', 'boebot']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe("no preset is called 'boebot'; did you mean 'boe-bot'?\n");
  });

  it('takes no path for a name', async () => {
    expect(await steerbot(['presets', '../package'])).toMatchObject({ code: 2, stdout: '' });
  });
});
