import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, steerbot } from './steerbot.js';

describe('steerbot schema', () => {
  it.each(['robot', 'scenario', 'mission'])(
    'prints that of a %s, and beside it the line that uses it',
    async (kind) => {
      const { code, stdout, stderr } = await steerbot(['schema', kind]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ title: `A Steerbot ${kind}` });
      expect(stderr).toContain(`# yaml-language-server: $schema=${kind}.schema.json\n`);
    },
  );

  it('writes over no file of another kind', async () => {
    const cwd = folderWith({ 'z.yaml': 'mine', 'r.json': 'older' });
    const { code, stdout, stderr } = await steerbot(['schema', '--write', 'z.yaml'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(
      '--write z.yaml exists and would be lost; name a file such as robot.schema.json',
    );
    expect(readFileSync(join(cwd, 'z.yaml'), 'utf8')).toBe('mine');
    expect((await steerbot(['schema', '--write', 'r.json'], { cwd })).code).toBe(0);
  });

  it('writes it to a file', async () => {
    const cwd = folderWith({});
    const { code, stdout } = await steerbot(['schema', 'robot', '--write', 'r.json'], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'))).toHaveProperty('properties.chassis');
  });

  it('knows the behaviors that one’s own file exports', async () => {
    const cwd = folderWith({
      'own.mjs': 'export const orbit = () => ({ start: () => null, steer: () => ({}) });',
    });
    const { stdout } = await steerbot(['schema', 'mission', '--behaviors', 'own.mjs'], { cwd });
    expect(JSON.parse(stdout)).toHaveProperty('definitions.behavior-orbit');
  });

  it('of a kind that there is not ends with 2', async () => {
    const { code, stdout, stderr } = await steerbot(['schema', 'robots']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/Allowed choices are robot, scenario, mission/);
  });
});
