import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cross, dot, length, ZERO } from '../../src/math/geometry.js';
import type { Steered } from '../../src/signals/signals.js';
import { grantReference } from '../../src/steering/steer.js';
import { near } from './near.js';

const steered = (reference: Steered['reference'], mean = reference): Steered => ({
  reference,
  mean,
  force: ZERO,
  desiredVelocity: reference,
});
const speed = fc.double({ min: -1, max: 1, noNaN: true });
const vector = fc.record({ x: speed, y: speed });

describe('the reference after the wheels were granted their speeds', () => {
  it('is cut in the proportion that they were cut', () => {
    const half = grantReference(steered({ x: 0.3, y: 0.4 }), { left: 0.2, right: 0.3 });
    expect(half).toEqual(near(0.15, 0.2));
  });

  it('is cut by what they should drive, the mean over the tick', () => {
    const starting = steered({ x: 0.2, y: 0 }, { x: 0.1, y: 0 });
    expect(grantReference(starting, { left: 0.1, right: 0.1 })).toEqual(near(0.2, 0));
    expect(grantReference(starting, { left: 0.05, right: 0.05 })).toEqual(near(0.1, 0));
  });

  it('is cut as much when the body drives backwards', () => {
    expect(grantReference(steered({ x: -0.4, y: 0 }), { left: -0.1, right: -0.1 })).toEqual(near(-0.1, 0));
  });

  it('is zero where nothing is granted: stopped, or turning in place', () => {
    for (const turn of [0, 0.3]) {
      expect(grantReference(steered({ x: 0.3, y: 0.1 }), { left: -turn, right: turn })).toEqual(near(0, 0));
    }
  });

  it('is zero where nothing is wanted and nothing is granted', () => {
    expect(grantReference(steered(ZERO), { left: 0, right: 0 })).toEqual(ZERO);
    expect(grantReference(steered({ x: 0.1, y: 0 }, ZERO), { left: 0, right: 0 })).toEqual(near(0, 0));
  });

  it('keeps its direction and never grows', () => {
    fc.assert(
      fc.property(vector, vector, speed, speed, (reference, mean, left, right) => {
        const granted = grantReference(steered(reference, mean), { left, right });
        expect(length(granted)).toBeLessThanOrEqual(length(reference));
        expect(cross(granted, reference)).toBeCloseTo(0, 12);
        expect(dot(granted, reference)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
