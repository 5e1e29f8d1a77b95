import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkXml } from '../../support/svgReader.js';
import { folderWith, steerbot } from '../steerbot.js';

describe('steerbot wiring', () => {
  it('prints which pin goes where', async () => {
    const { code, stdout, stderr } = await steerbot(['wiring', 'generic-l298n']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\| pin 5 +\| L298N +\| ENA +\| left motor: speed \(PWM\) +\|$/m);
  });

  it('draws it, too', async () => {
    const cwd = folderWith({});
    const { code, stdout } = await steerbot(['wiring', 'scout', '--svg', 'scout.svg'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/picture: .*scout\.svg\n$/);
    const svg = readFileSync(join(cwd, 'scout.svg'), 'utf8');
    checkXml(svg);
    for (const drawn of ['Wiring of scout', 'left motor: speed (PWM)', 'MODE']) expect(svg).toContain(drawn);
  });

  it('of a robot without a board ends with 2, and says what is missing', async () => {
    const { code, stdout, stderr } = await steerbot(['wiring', 'xrp']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^robot 'xrp' names no board; .* add `board:` and .* to its file, else simulate it: .*\n$/,
    );
  });

  it('of a robot that is wired wrongly ends with 2, and says where', async () => {
    const text = readFileSync(new URL('../../../robots/scout.yaml', import.meta.url), 'utf8');
    const cwd = folderWith({ 'wrong.yaml': text.replace('b: 4', 'b: 7') });
    const { code, stdout, stderr } = await steerbot(['wiring', 'wrong.yaml'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^wrong\.yaml:\d+:\d+: pin 7 is used twice/);
  });

  it('over a file of another kind ends with 2, and leaves it as it is', async () => {
    const cwd = folderWith({ 'z.yaml': 'mine' });
    const ended = await steerbot(['wiring', 'scout', '--svg', 'z.yaml'], { cwd });
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/z\.yaml .* would be lost/),
    });
    expect(readFileSync(join(cwd, 'z.yaml'), 'utf8')).toBe('mine');
  });

  it('into a folder that is not there ends with 2, and prints nothing', async () => {
    const cwd = folderWith({});
    const ended = await steerbot(['wiring', 'scout', '--svg', 'nowhere/scout.svg'], { cwd });
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/--svg nowhere/) });
    expect(existsSync(join(cwd, 'nowhere'))).toBe(false);
  });
});
