import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { FileError } from '../../src/validation/errors.js';
import { GOOD_PATH, GOOD_ROBOT, GOOD_SCENARIO } from '../support/badInputs.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'steerbot-'));
  writeFileSync(join(folder, 'own.yaml'), GOOD_ROBOT);
  writeFileSync(join(folder, 'line.csv'), GOOD_PATH);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a robot', () => {
  it('is found by its path, from a folder or from the working directory', () => {
    expect(loadRobot(join(folder, 'own.yaml')).name).toBe('r');
    expect(loadRobot('own.yaml', { from: folder }).name).toBe('r');
    expect(loadRobot(join(folder, 'own.yaml'), { from: 'elsewhere' }).name).toBe('r');
  });

  it('that does not exist is an error with the known names', () => {
    expect(() => loadRobot('scuot')).toThrow(FileError);
    expect(() => loadRobot('scuot')).toThrow(
      /^scuot: no such file; a robot is .*steerbot presets.*; did you mean 'scout'\?$/,
    );
  });
});

describe('a scenario', () => {
  it('finds its robots and paths from its own folder', () => {
    const file = join(folder, 's.yaml');
    writeFileSync(file, GOOD_SCENARIO.replace('robot: scout', 'robot: own.yaml'));
    expect(loadScenario(file).robots[0]?.robot.name).toBe('r');
    expect(loadScenario(file, { seed: 9 }).seed).toBe(9);
  });

  it('may name its files by whole paths', () => {
    const file = join(folder, 'w.yaml');
    writeFileSync(file, GOOD_SCENARIO.replace('line.csv', JSON.stringify(join(folder, 'line.csv'))));
    expect(loadScenario(file).robots).toHaveLength(1);
  });
});
