/** A scene shows its mission only if its criteria fail with every other one (`npm run bench exchange` counts that over seeds). */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { itThorough, partOf } from '../support/effort.js';
import { missionOf, rootFile } from '../support/runs.js';
import { asRoot, dropped, exchangesOf, mapLeaves } from './exchanges.js';
import { FEATURED } from './featured.js';

const SCENES = readdirSync(rootFile('sim/scenarios')).flatMap((name) => /^(.+)\.yaml$/.exec(name)?.[1] ?? []);

/** Each of their runs takes seconds: the bench has them. */
const LONG = [
  'avoid-neighbors',
  'doorway',
  'doorway-zipper',
  'flock',
  'follow-leader',
  'one-path',
  'playground',
  'station',
  'story',
  'two-streams',
];
const SHORT = SCENES.filter((name) => !LONG.includes(name));

/** What a scene passes with, besides its own controller. */
async function passesWith(name: string, seed: number): Promise<string[]> {
  const scenario = loadScenario(name, { seed });
  const passed: string[] = [];
  for (const { name: exchange, scenario: other } of exchangesOf(scenario, FEATURED[name])) {
    const { passed: isMet } = await simulate(other);
    if (isMet) passed.push(exchange);
  }
  return passed;
}

describe('a scene with another controller', () => {
  it.each(partOf(SHORT, 1))('fails: %s', async (name) => {
    expect(await passesWith(name, 1)).toEqual([]);
  });

  itThorough.each(SHORT)('fails from two other seeds, too: %s', async (name) => {
    for (const seed of [11, 12])
      expect({ seed, passes: await passesWith(name, seed) }).toEqual({ seed, passes: [] });
  });

  it('is known for every scene, and for no other', () => {
    expect(Object.keys(FEATURED).filter((name) => !SCENES.includes(name))).toEqual([]);
  });
});

describe('every scene', () => {
  it.each(SCENES)('%s says in a sentence or two what it shows, after whom, and what to try', (name) => {
    const { about = '', source = '', try: toTry = '' } = loadScenario(name);
    expect(about.length).toBeGreaterThan(30);
    expect(about.match(/[.:!?](\s|$)/g)?.length ?? 0).toBeLessThanOrEqual(4);
    expect(source.length).toBeGreaterThan(5);
    expect(toTry.length).toBeGreaterThan(10);
  });

  it.each(SCENES)('%s is another run for another seed', (name) => {
    const of = (seed: number) => JSON.stringify({ ...loadScenario(name, { seed }), seed: 0 });
    expect(of(1)).not.toBe(of(2));
  });
});

describe('the exchanges of a scenario', () => {
  const mission = missionOf({ prioritize: [{ avoidObstacles: {} }, { arrive: { target: [1, 0] } }] });

  it('leave a guard out, or take another combinator', () => {
    expect(dropped('avoidObstacles')(mission)).toMatchObject({ behavior: 'prioritize', children: [{}] });
    expect(asRoot('blend')(mission)).toMatchObject({ behavior: 'blend', children: [{}, {}] });
    expect(mapLeaves(mission, () => undefined)).toBeUndefined();
  });

  it('change who drives, and neither the goal nor the criteria', () => {
    const scenario = loadScenario('corridor');
    const exchanges = exchangesOf(scenario);
    expect(exchanges.map(({ name }) => name)).toEqual([
      'still',
      'wander',
      'ahead',
      'seek for arrive',
      'no avoidObstacles',
      'world emptied',
    ]);
    for (const { scenario: other } of exchanges) {
      expect(other.criteria).toEqual(scenario.criteria);
      expect(other.robots.map((spec) => spec.mission)).toEqual(scenario.robots.map((spec) => spec.mission));
    }
  });

  it('leave robots alone that belong to the world of the scene, and ghosts', () => {
    const [still] = exchangesOf(loadScenario('hide'), { robots: ['hider'] });
    expect(still?.scenario.robots.map(({ id, drivenBy }) => [id, drivenBy !== undefined])).toEqual([
      ['hunter', false],
      ['hider', true],
    ]);
    const [other] = exchangesOf(loadScenario('pursue'));
    expect(other?.scenario.robots.map(({ drivenBy }) => drivenBy !== undefined)).toEqual([true, false]);
  });
});
