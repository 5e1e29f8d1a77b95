import { describe, expect, it } from 'vitest';
import { vec, ZERO } from '../../../src/math/geometry.js';
import { type AlignInput, align } from '../../../src/steering/behaviors/align.js';
import { PLAIN, percept, SMALL } from '../../support/percept.js';
import { among, moving } from '../among.js';
import { near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';

const drives = (x: number, y: number, at = vec(1, 0)) => moving(at.x, at.y, vec(x, y));

const ask = (input: AlignInput, changes: Parameters<typeof percept>[0] = {}) =>
  align(input).steer(percept(changes), null, ZERO);

describe('align', () => {
  it('wants the mean velocity of its neighbors', () => {
    const neighbors = [drives(0.4, 0), drives(0.2, 0.2), drives(0, -0.5)];
    const said = ask({}, { neighbors, body: SMALL, velocity: vec(0.1, 0) });
    expect(said.desiredVelocity).toEqual(near(0.2, -0.1));
    expect(said.force).toEqual(near(0.45, -0.45));
    expect(said.gain ?? 1).toBe(1);
  });

  it('asks for nothing once it moves as they do', () => {
    expect(ask({}, { neighbors: [drives(0.3, 0.1)], velocity: vec(0.3, 0.1) }).force).toEqual(near(0, 0));
  });

  it('at a cruising speed takes only the direction from them', () => {
    const neighbors = [drives(0.03, 0), drives(0.03, 0.08)];
    expect(ask({ cruise: 0.5 }, { neighbors, body: SMALL }).desiredVelocity).toEqual(near(0.15, 0.2));
  });

  it('at a cruising speed goes straight ahead where they stand or cancel out', () => {
    const pose = { x: 0, y: 0, heading: Math.PI / 2 };
    for (const neighbors of [[drives(0, 0)], [drives(0.004, 0)], [drives(0.3, 0), drives(-0.3, 0)]]) {
      expect(ask({ cruise: 1 }, { neighbors, pose }).desiredVelocity).toEqual(near(0, 1));
    }
  });

  it('is silent without neighbors near and in its field of view', () => {
    expect(ask({})).toEqual({ memory: null });
    expect(ask({ radius: '0.9 m' }, { neighbors: [drives(1, 0)] })).toEqual({ memory: null });
    expect(ask({ fieldOfView: 3 }, { neighbors: [drives(1, 0, vec(-1, 0))] })).toEqual({ memory: null });
  });

  it('shows its neighborhood and the mean velocity', () => {
    const { marks } = ask({}, { neighbors: [drives(0.4, 0.2)] });
    expect(marks?.[0]).toMatchObject({ kind: 'circle', radius: 1.5 });
    expect(marks?.[1]).toMatchObject({ kind: 'segment', to: near(0.4, 0.2) });
  });

  it('takes on their velocity as 1 − e^(−t/τ), at 10, 50 and 240 Hz', () => {
    const along = align();
    const neighbors = [drives(0.4, 0.3, ZERO)];
    for (const rate of [10, 50, 240]) {
      const { velocity } = endOf(
        drivePoint(among(along, neighbors), { body: PLAIN, dt: 1 / rate, seconds: 1 }),
      );
      const share = -Math.expm1(-1);
      expect(velocity).toEqual(near(0.4 * share, 0.3 * share));
    }
  });
});
