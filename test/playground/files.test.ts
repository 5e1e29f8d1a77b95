import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { parseScenario } from '../../sim/scenario/scenarioFile.js';
import { fragmentOf, PlaygroundFiles, sceneOf } from '../../src/playground/files.js';
import { TEXTS } from './texts.js';

const files = new PlaygroundFiles(TEXTS);

describe('the files in a playground', () => {
  it('are all of the package’s scenarios', () => {
    expect(files.scenes).toContain('doorway-zipper');
    expect(files.scenes.length).toBeGreaterThan(40);
    expect(files.scenes).toEqual(files.scenes.toSorted());
  });

  it.each(files.scenes)('give the scene %s as the command line does', (name) => {
    const { file, text } = files.scenario(name);
    expect(parseScenario(text, file, files)).toEqual(loadScenario(name));
  });

  it('are called as they lie in the package', () => {
    expect(files.robotFile('scout').file).toBe('robots/scout.yaml');
    expect(files.robotFile('../../robots/scout.yaml').file).toBe('robots/scout.yaml');
    expect(files.robotFile('robots/plant-b.yaml').file).toBe('sim/scenarios/robots/plant-b.yaml');
  });

  it.each([
    [() => files.scenario('arive'), "arive: no such file; did you mean 'arrive'?"],
    [() => files.scenario('../x'), '../x: no such file'],
    [() => files.readRobot('toString'), 'toString: no such file'],
    [() => files.readPath('paths/none.csv'), 'paths/none.csv: no such file'],
  ])('that are not there are refused, and it is said why', (read, why) => {
    expect(read).toThrow(why);
  });
});

describe('the scene in the address', () => {
  it.each([
    ['#scene=doorway', 'doorway'],
    ['#x=1&scene=doorway-zipper', 'doorway-zipper'],
    ['', undefined],
    ['#scene=', undefined],
    ['#doorway', undefined],
  ])('of %s is %s', (fragment, scene) => {
    expect(sceneOf(fragment)).toBe(scene);
  });

  it('comes back as it was put in', () => {
    expect(fragmentOf('doorway')).toBe('#scene=doorway');
    expect(sceneOf(fragmentOf('a b&c=ü'))).toBe('a b&c=ü');
  });
});
