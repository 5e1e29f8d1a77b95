import { describe, expect, it } from 'vitest';
import { ZERO } from '../../src/math/geometry.js';
import { settle } from '../../src/steering/steer.js';
import { SMALL } from '../support/percept.js';

const wish = (desired: number, mean: number) => ({
  force: ZERO,
  reference: { x: mean, y: 0 },
  mean: { x: mean, y: 0 },
  desiredVelocity: { x: desired, y: 0 },
});
const stands = (desired: number, mean: number, resting: boolean): boolean =>
  settle(wish(desired, mean), resting, SMALL).mean.x === 0;

describe('a wish to crawl', () => {
  it('is a wish to stand: below 1 mm/s while it moves, below 10 mm/s while it rests', () => {
    expect([stands(9e-4, 9e-4, false), stands(2e-3, 9e-4, false)]).toEqual([true, false]);
    expect([stands(9e-3, 9e-3, true), stands(2e-2, 9e-3, true)]).toEqual([true, false]);
  });

  it('does not stop a robot that still slows, or only begins to speed up', () => {
    expect([stands(0, 0.2, false), stands(0.5, 1e-5, true)]).toEqual([false, false]);
  });

  it('of a slow robot is a tenth of its speed', () => {
    const slow = { ...SMALL, maxSpeed: 0.008 };
    expect(settle(wish(0.008, 0.004), true, slow).mean.x).toBe(0.004);
  });
});
