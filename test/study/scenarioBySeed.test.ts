import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { scenarioBySeed } from '../../src/study/scenarioBySeed.js';
import { FileError } from '../../src/validation/errors.js';
import { folderWith } from '../cli/steerbot.js';

describe('a scenario by its seed', () => {
  it.each(['arrive', 'slalom', 'pursue'])('is what loadScenario gives for %s', (name) => {
    const bySeed = scenarioBySeed({ scenario: name, settings: [] });
    for (const seed of [1, 2, 77]) expect(bySeed(seed)).toEqual(loadScenario(name, { seed, behaviors: {} }));
    expect(bySeed(2)).toEqual(bySeed(2));
  });

  it('does not notice that its files are edited meanwhile', () => {
    const text = 'name: s\nrobots: [{ id: a, robot: scout, mission: { followPath: { path: p.csv } } }]\n';
    const folder = folderWith({ 's.yaml': text, 'p.csv': 'x_m,y_m\n0,0\n1,0\n' });
    const bySeed = scenarioBySeed({ scenario: join(folder, 's.yaml'), settings: [] });
    const before = bySeed(1);
    writeFileSync(join(folder, 's.yaml'), 'nonsense');
    writeFileSync(join(folder, 'p.csv'), 'nonsense');
    expect(bySeed(1)).toEqual(before);
  });

  it('is refused for the seeds that draw what cannot be', () => {
    const text = `vary: { robots.a.at.x: [0, 1] }
world: { circles: [{ at: [1, 0], radius: 0.2 }] }
robots: [{ id: a, robot: scout, mission: { wander: {} } }]
`;
    const bySeed = scenarioBySeed({ scenario: join(folderWith({ 's.yaml': text }), 's.yaml'), settings: [] });
    expect(bySeed(1).seed).toBe(1);
    expect(() => bySeed(2)).toThrow(FileError);
  });
});
