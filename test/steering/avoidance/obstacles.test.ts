import { describe, expect, it } from 'vitest';
import { vec } from '../../../src/math/geometry.js';
import { gapTo, nearestPoint } from '../../../src/steering/avoidance/obstacles.js';

const wall = { from: vec(0, 0), to: vec(0.6, 0.8), radius: 0.1 };
const post = { from: vec(1, 2), to: vec(1, 2), radius: 0.3 };

describe('the gap to an obstacle', () => {
  it('is the distance to its side for a point beside it, and to its end for a point beyond', () => {
    // Half a metre to the left of its middle, and beyond either end.
    expect(gapTo(vec(0.3 - 0.4, 0.4 + 0.3), wall)).toBeCloseTo(0.4, 12);
    expect(gapTo(vec(0.6 + 0.3, 0.8 + 0.4), wall)).toBeCloseTo(0.4, 12);
    expect(gapTo(vec(-0.3, -0.4), wall)).toBeCloseTo(0.4, 12);
  });

  it('of a round one is the distance to its rim, negative inside', () => {
    expect(gapTo(vec(1, 3), post)).toBeCloseTo(0.7, 12);
    expect(gapTo(vec(1, 2.2), post)).toBeCloseTo(-0.1, 12);
    expect(gapTo(vec(0.3, 0.4), wall)).toBeCloseTo(-0.1, 12);
  });

  it('is the distance to the nearest point of its middle line, minus its radius', () => {
    const point = nearestPoint(vec(-0.1, 0.7), wall);
    expect(point.x).toBeCloseTo(0.3, 12);
    expect(point.y).toBeCloseTo(0.4, 12);
  });
});
