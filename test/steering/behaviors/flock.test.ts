import { describe, expect } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { add, scale, vec, ZERO } from '../../../src/math/geometry.js';
import { contributionsOf } from '../../../src/steering/asking.js';
import { align } from '../../../src/steering/behaviors/align.js';
import { cohere } from '../../../src/steering/behaviors/cohere.js';
import { type FlockInput, flock } from '../../../src/steering/behaviors/flock.js';
import { separate } from '../../../src/steering/behaviors/separate.js';
import { itOnce as it, itThorough } from '../../support/effort.js';
import { PLAIN, percept, SMALL } from '../../support/percept.js';
import { among, moving } from '../among.js';
import { forceOf, near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';

const neighbors = [moving(0.3, 0.1, vec(0.2, 0.1)), moving(-0.2, 0.6, vec(0.1, 0.3))];
const seen = percept({ body: SMALL, neighbors, velocity: vec(0.1, 0) });
const ask = (input: FlockInput = {}, changes: Parameters<typeof percept>[0] = {}) => {
  const behavior = flock(input);
  return behavior.steer({ ...seen, ...changes }, behavior.start(), ZERO);
};

describe('flock', () => {
  it('is the weighted sum of separate, align and cohere', () => {
    const parts = [
      separate({ radius: 0.4 }).steer(seen, null, ZERO),
      align({ radius: 1, cruise: 0.4 }).steer(seen, null, ZERO),
      cohere({ radius: 2 }).steer(seen, null, ZERO),
    ].map(forceOf);
    const sum = parts.reduce((all, force, i) => add(all, scale(force, [2, 0.5, 3][i] ?? 0)), ZERO);
    const said = ask({
      separate: { radius: 0.4, weight: 2 },
      align: { radius: 1, weight: 0.5 },
      cohere: { radius: 2, weight: 3 },
      cruise: 0.4,
    });
    expect(said.force).toEqual(near(sum.x, sum.y));
    expect(said.gain).toBeCloseTo(0.5, 12);
  });

  it('lets each of the three speak for itself', () => {
    const contributions = contributionsOf(flock(), ask());
    expect(contributions.map(({ behavior }) => behavior)).toEqual(['separate', 'align', 'cohere']);
    for (const { marks } of contributions) expect(marks.length).toBeGreaterThan(0);
  });

  it('shows one neighborhood, the widest, and few marks more', () => {
    const crowd = Array.from({ length: 20 }, (_, i) => moving(0.2 + i / 100, 0.1, vec(0.2, 0.1)));
    const looking = { radius: 1.2, fieldOfView: 5 };
    const said = ask({ align: looking, cohere: { radius: 1 } }, { neighbors: crowd });
    const marks = contributionsOf(flock(), said).flatMap((contribution) => contribution.marks);
    expect(marks.flatMap((mark) => (mark.kind === 'circle' ? mark.label : []))).toEqual(['alignment']);
    expect(marks.filter(({ label }) => label === 'field of view')).toHaveLength(2);
    expect(marks.length).toBeLessThanOrEqual(1 + 2 + 6);
  });

  it('leaves out what has no weight', () => {
    const contributions = contributionsOf(flock(), ask({ cohere: { weight: 0 }, separate: { weight: 0 } }));
    expect(contributions.map(({ behavior }) => behavior)).toEqual(['align']);
  });

  it('is silent without neighbors', () => {
    expect(ask({}, { neighbors: [] }).force).toBeUndefined();
  });

  it('refuses a weight below 0', () => {
    expect(() => flock({ align: { weight: -1 } })).toThrow();
  });

  it('cruises at its share of maxSpeed, as it does beside one that is slower, whatever mass and gain are', () => {
    const [one, other] = [moving(9, 0, vec(0, 0.1)), moving(-9, 0, vec(0, 0.1))];
    const wide = { radius: 1e3 };
    for (const body of [SMALL, PLAIN, { ...SMALL, mass: 2, steeringGain: 9, maxForce: 9 }]) {
      const together = among(flock({ align: wide, cohere: { ...wide, weight: 0 } }), [one, other]);
      const { velocity } = endOf(drivePoint(together, { body, dt: 0.02, seconds: 8 }));
      expect(velocity).toEqual(near(0, 0.7 * body.maxSpeed, 2));
    }
  });
});

describe('a flock of fifty robots', () => {
  // From the first seed in test/scenarios.test.ts, as every scenario.
  itThorough.each([2, 3, 4])(
    'forms from the headings of seed %i: it faces one way, without contacts',
    async (seed) => {
      const { criteria } = await simulate(loadScenario('flock', { seed }));
      expect({ seed, failed: criteria.filter(({ passed }) => !passed) }).toEqual({ seed, failed: [] });
    },
  );

  itThorough('does not form if robots only separate and cohere', async () => {
    const scenario = loadScenario('flock');
    const parameters = { align: { weight: 0 } };
    const robots = scenario.robots.map((robot) => ({ ...robot, mission: { behavior: 'flock', parameters } }));
    const { criteria } = await simulate({ ...scenario, robots });
    expect(criteria.find(({ criterion }) => criterion === 'polarization')?.passed).toBe(false);
  });
});
