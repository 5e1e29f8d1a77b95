import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { length, vec, ZERO } from '../../../src/math/geometry.js';
import { type CohereInput, cohere } from '../../../src/steering/behaviors/cohere.js';
import { percept, SMALL } from '../../support/percept.js';
import { among, robot } from '../among.js';
import { forceOf, near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';
import { vector } from '../worlds.js';

const ask = (input: CohereInput, changes: Parameters<typeof percept>[0] = {}) =>
  cohere(input).steer(percept(changes), null, ZERO);

describe('cohere', () => {
  it('pulls to the middle of its neighbors, by how far it is in radii', () => {
    const neighbors = [robot(1, 0.5), robot(0.2, -0.5), robot(0.6, 0.6)];
    const said = ask({ radius: 2 }, { neighbors, body: SMALL, velocity: vec(0.1, 0) });
    expect(said.force).toEqual(near(4.5 * 0.5 * 0.3, 4.5 * 0.5 * 0.1));
    expect(said.desiredVelocity).toEqual(near(0.1 + 0.5 * 0.3, 0.5 * 0.1));
    expect(said.gain).toBe(0);
  });

  it('pulls with nothing in the middle, and with k·maxSpeed where all are at the edge', () => {
    expect(ask({}, { neighbors: [robot(0.7, 0.2), robot(-0.7, -0.2)] }).force).toEqual(near(0, 0));
    expect(ask({}, { neighbors: [robot(0, 0)] }).force).toEqual(near(0, 0));
    expect(ask({}, { neighbors: [robot(0, 1.5), robot(0, 1.5)] }).force).toEqual(near(0, 1));
  });

  it('never pulls with more than k·maxSpeed', () => {
    fc.assert(
      fc.property(fc.array(vector(1), { minLength: 1, maxLength: 5 }), (places) => {
        const said = ask({ radius: 1.5 }, { neighbors: places.map(({ x, y }) => robot(x, y)), body: SMALL });
        expect(length(forceOf(said))).toBeLessThanOrEqual(4.5 * 0.5 * (1 + 1e-12));
      }),
    );
  });

  it('is silent without neighbors near and in its field of view', () => {
    expect(ask({})).toEqual({ memory: null });
    expect(ask({ radius: '50 cm' }, { neighbors: [robot(0.6, 0)] })).toEqual({ memory: null });
    expect(ask({ fieldOfView: 3 }, { neighbors: [robot(-0.6, 0)] })).toEqual({ memory: null });
  });

  it('shows its neighborhood and the middle', () => {
    const { marks } = ask({}, { neighbors: [robot(0.4, 0), robot(0.4, 0.4)] });
    expect(marks?.[0]).toMatchObject({ kind: 'circle', radius: 1.5 });
    expect(marks?.[1]).toMatchObject({ kind: 'point', at: near(0.4, 0.2) });
  });

  it('drives the same way at 10, 50 and 240 Hz', () => {
    const together = cohere({ radius: 3 });
    const neighbors = [robot(1, 0.5), robot(2, 0)];
    const places = [10, 50, 240].map((rate) => {
      return endOf(drivePoint(among(together, neighbors), { body: SMALL, dt: 1 / rate, seconds: 1 })).pose;
    });
    const [slow, medium, fast] = places.map(length) as [number, number, number];
    expect(Math.abs(slow - fast)).toBeLessThan(0.02 * fast);
    expect(Math.abs(medium - fast)).toBeLessThan(0.02 * fast);
  });
});
