import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, length, scale, ZERO } from '../../../src/math/geometry.js';
import { closestApproach } from '../../../src/steering/crowds/passing.js';
import { near } from '../near.js';
import { vector } from '../worlds.js';

describe('the closest approach', () => {
  it('is at t* = −p·v/v², as far as |p + v t*|', () => {
    const { time, distance, offset } = closestApproach({ x: 7.071, y: 7.071 }, { x: -1, y: 0 }, 60);
    expect(time).toBeCloseTo(7.071, 9);
    // |p| − |v| t*, which is no distance, would be 2.929.
    expect(distance).toBeCloseTo(7.071, 9);
    expect(offset).toEqual(near(0, 7.071));
  });

  it('is a meeting head-on', () => {
    expect(closestApproach({ x: 2, y: 0 }, { x: -0.5, y: 0 }, 60)).toMatchObject({ time: 4, distance: 0 });
  });

  it('is now for those that part, and for those that keep their distance', () => {
    expect(closestApproach({ x: 1, y: 0 }, { x: 1, y: 5 }, 60)).toMatchObject({ time: 0, distance: 1 });
    expect(closestApproach({ x: 1, y: 0 }, ZERO, 60)).toMatchObject({ time: 0, distance: 1 });
    expect(closestApproach(ZERO, ZERO, 60)).toMatchObject({ time: 0, distance: 0 });
  });

  it('is looked for no later than the horizon', () => {
    expect(closestApproach({ x: 5, y: 0 }, { x: -1, y: 0 }, 2)).toMatchObject({ time: 2, distance: 3 });
  });

  it('is nearer than at any other time before the horizon', () => {
    fc.assert(
      fc.property(vector(3), vector(1), fc.double({ min: 0, max: 5, noNaN: true }), (p, v, t) => {
        const there = length(add(p, scale(v, t)));
        expect(closestApproach(p, v, 5).distance).toBeLessThanOrEqual(there + 1e-9);
      }),
    );
  });
});
