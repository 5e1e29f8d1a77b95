import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { missionSchema } from '../../src/config/mission/missionSchema.js';
import * as library from '../../src/index.js';
import { knownLeaves, leafNamed } from '../../src/steering/mission.js';
import { rootFile } from '../support/runs.js';
import { behaviors } from './worlds.js';

const scenes = readdirSync(rootFile('sim/scenarios'))
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => readFileSync(rootFile(`sim/scenarios/${name}`), 'utf8'))
  .join('\n');

describe.each(knownLeaves({}))('%s', (name) => {
  it('is tried by the laws', () => {
    expect(Object.keys(behaviors).some((tried) => new RegExp(`^${name}\\b`).test(tried))).toBe(true);
  });

  it('stands in a scene, and among the public names', () => {
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

describe('the words of marks', () => {
  const sources = readdirSync(rootFile('src/steering'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(rootFile(`src/steering/${file}`), 'utf8'))
    .join('\n');
  const words = new Set(knownLeaves({}).flatMap((name) => Object.keys(leafNamed(name, {})?.marks ?? {})));

  it('explain every label that the code has', () => {
    const labels = [...sources.matchAll(/\blabel: (?:'([^']+)'|"([^"]+)")/g)].map(([, a, b]) => a ?? b ?? '');
    expect(labels.length).toBeGreaterThan(30);
    expect(labels.filter((label) => !words.has(label))).toEqual([]);
  });

  it('are the same in every behavior that has the label: a mission may have them all', () => {
    const meanings = new Map<string, string>();
    for (const name of knownLeaves({}))
      for (const [label, meaning] of Object.entries(leafNamed(name, {})?.marks ?? {})) {
        expect([label, meanings.get(label) ?? meaning]).toEqual([label, meaning]);
        meanings.set(label, meaning);
      }
  });

  it('are of labels, and not of marks that are no longer drawn', () => {
    expect(
      [...words].filter((word) => !new RegExp(`(label: |EDGE_LABEL = |hood, )['"]${word}['"]`).test(sources)),
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
