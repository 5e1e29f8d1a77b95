import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { missionSchema } from '../../src/config/mission/missionSchema.js';
import * as library from '../../src/index.js';
import { knownLeaves, leafNamed } from '../../src/steering/mission.js';
import { rootFile } from '../support/runs.js';
import { behaviors } from './worlds.js';

const readme = readFileSync(rootFile('README.md'), 'utf8');
const scenes = readdirSync(rootFile('sim/scenarios'))
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => readFileSync(rootFile(`sim/scenarios/${name}`), 'utf8'))
  .join('\n');

describe.each(knownLeaves({}))('%s', (name) => {
  it('is tried by the laws', () => {
    expect(Object.keys(behaviors).some((tried) => new RegExp(`^${name}\\b`).test(tried))).toBe(true);
  });

  it('stands in the README, in a scene, and among the public names', () => {
    expect(readme).toMatch(new RegExp(`\\b${name}\\b`));
    expect(scenes).toMatch(new RegExp(`\\b${name}:`));
    expect(library).toHaveProperty(name);
  });

  it('says what each of its parameters means, for the page and for editors', () => {
    const parameters = leafNamed(name, {})?.parameters as z.ZodObject;
    expect(
      Object.entries(parameters.shape).flatMap(([key, schema]) => (schema.description ? [] : [key])),
    ).toEqual([]);
  });
});

describe('an own behavior', () => {
  it.each(['seek', 'prioritize'])('is not called %s, which there is already', (name) => {
    expect(() =>
      missionSchema({ [name]: () => ({ start: () => null, steer: () => ({ memory: null }) }) }),
    ).toThrow(`there is a behavior '${name}' already`);
  });
});
