import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Result, simulate } from '../sim/engine/run.js';
import { loadScenario } from '../sim/scenario/loadScenario.js';
import { itThorough, partOf, THOROUGH, thirdOf } from './support/effort.js';
import { rootFile } from './support/runs.js';

/** Scenes of robots that are struck: their criteria want a stop, so that they are judged by a test of their own. */
const STRUCK = ['loose-wire'];
const names = readdirSync(rootFile('sim/scenarios'))
  .flatMap((name) => /^(.+)\.yaml$/.exec(name)?.[1] ?? [])
  .filter((name) => !STRUCK.includes(name));

/** Run a second time: these have all that chance, order and physics may change. */
const REPEATED = ['slalom', 'avoid-neighbors', 'follow-leader', 'wander', 'obstacle-field', 'square', 'hide'];

/** Each takes as long as ten to forty others, and something like it is tested elsewhere: for the thorough checks. */
const LONG = [
  'doorway',
  'doorway-zipper',
  'flock',
  'two-streams',
  'obstacle-field',
  'follow-leader',
  'station',
  'one-path',
  'wagons',
];

/** One of them in `npm test`, and the others in the thorough checks. */
const again = partOf(REPEATED, 1);

const run = (name: string): Promise<Result> => simulate(loadScenario(name));
const withoutWallTime = (result: Result): string => JSON.stringify({ ...result, wallSeconds: 0 });

describe('every scenario', () => {
  it('is found', () => {
    expect(names).toContain('slalom');
    expect(names).toContain('figure-eight');
    expect(names).toEqual(expect.arrayContaining(REPEATED));
  });

  it.each(THOROUGH ? [...thirdOf(LONG), ...again] : names.filter((name) => !LONG.includes(name)))(
    '%s meets its criteria without a fault, moves every robot, and repeats its bytes where it is run again',
    async (name) => {
      const result = await run(name);
      expect(result.criteria.filter(({ passed }) => !passed)).toEqual([]);
      expect(result.passed).toBe(true);
      // A robot that runs into a post slips, and is told of a place that is not where it believes to be.
      const noted = (kind: string) => name === 'story' && kind === 'reading';
      expect(result.robots.flatMap(({ faults }) => faults.filter(({ kind }) => !noted(kind)))).toEqual([]);
      expect(result.robots.filter(({ outcome }) => outcome !== 'arrived' && outcome !== 'running')).toEqual(
        [],
      );
      for (const { id, distanceTravelled } of result.robots)
        expect(distanceTravelled, id).toBeGreaterThan(0.05);
      if (again.includes(name)) expect(withoutWallTime(await run(name))).toBe(withoutWallTime(result));
    },
  );
});

describe('a scene whose chance decides much', () => {
  itThorough.each(['obstacle-field', 'clutter'])(
    'meets its criteria with other seeds, too: %s',
    async (name) => {
      for (let i = 0; i < 12; i++) {
        const { criteria } = await simulate(loadScenario(name, { seed: i + 1 }));
        expect({ seed: i + 1, missed: criteria.filter(({ passed }) => !passed) }).toEqual({
          seed: i + 1,
          missed: [],
        });
      }
    },
  );
});

describe('a robot that is struck', () => {
  it.each(STRUCK)('is stopped as its scene wants it: %s', async (name) => {
    const result = await run(name);
    expect(result.criteria.filter(({ passed }) => !passed)).toEqual([]);
    expect(result.robots.map(({ outcome }) => outcome)).toEqual(['faulted']);
    expect(withoutWallTime(await run(name))).toBe(withoutWallTime(result));
  });
});
