import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  brakingSpeed,
  holdBand,
  plannedDeceleration,
  settlingTime,
  standsStill,
} from '../../src/steering/braking.js';
import { PLAIN, SMALL } from '../support/percept.js';

const distances = fc.double({ min: 0, max: 20, noNaN: true });
const decelerations = fc.double({ min: 0.05, max: 10, noNaN: true });
const times = fc.double({ min: 0.004, max: 0.5, noNaN: true });

describe('the braking speed', () => {
  it('is a (√(T² + 2d/a) − T): 0.75 m/s at 0.4 m with 1 m/s² and 0.15833 s', () => {
    // T = 19/120 solves 0.75 + T = √(T² + 0.8).
    expect(brakingSpeed(0.4, 1, 19 / 120).speed).toBeCloseTo(0.75, 12);
    expect(brakingSpeed(1.5, 2, 1).speed).toBeCloseTo(2 * (Math.sqrt(2.5) - 1), 12);
    expect(brakingSpeed(1.5, 2, 1).slope).toBeCloseTo(1 / Math.sqrt(2.5), 12);
  });

  it('is zero at the end, with the slope 1/T', () => {
    expect(brakingSpeed(0, 0.9, 0.03)).toEqual({ speed: 0, slope: expect.closeTo(1 / 0.03, 9) });
  });

  it('lets no step of length T go beyond: v·T ≤ d', () => {
    fc.assert(
      fc.property(distances, decelerations, times, (d, a, T) => {
        expect(brakingSpeed(d, a, T).speed * T).toBeLessThanOrEqual(d * (1 + 1e-9) + 1e-12);
      }),
    );
  });

  it('never asks for more than a: v·dv/dd ≤ a, and v² ≤ 2 a d', () => {
    fc.assert(
      fc.property(distances, decelerations, times, (d, a, T) => {
        const { speed, slope } = brakingSpeed(d, a, T);
        expect(speed * slope).toBeLessThanOrEqual(a * (1 + 1e-9));
        expect(speed * speed).toBeLessThanOrEqual(2 * a * d + 1e-12);
      }),
    );
  });

  it('has the slope that its speed has', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 5, noNaN: true }), decelerations, times, (d, a, T) => {
        const [low, high] = [d - 1e-4, d + 1e-4].map((at) => brakingSpeed(at, a, T).speed) as [
          number,
          number,
        ];
        expect((high - low) / 2e-4 / brakingSpeed(d, a, T).slope).toBeCloseTo(1, 2);
      }),
    );
  });
});

describe('the figures of braking', () => {
  it('plan with 0.9 of what wheels and force clamp allow', () => {
    expect(plannedDeceleration(SMALL)).toBeCloseTo(0.9, 12);
    expect(plannedDeceleration({ ...SMALL, maxForce: 0.09 })).toBeCloseTo(0.18, 12);
    expect(plannedDeceleration({ ...PLAIN, maxAcceleration: 2 })).toBeCloseTo(1.8, 12);
  });

  it('settle in one and a half periods', () => {
    expect(settlingTime(0.02)).toBeCloseTo(0.03, 12);
  });

  it('hold within 30 % of the tolerance, at most 3 mm', () => {
    expect([0.001, 0.01, 0.1].map(holdBand)).toEqual([expect.closeTo(0.0003, 12), 0.003, 0.003]);
  });

  it('call a body standing below 5 mm/s, whichever way it rolls', () => {
    expect([0, 0.0049, -0.0049, 0.0051, -0.0051].map(standsStill)).toEqual([true, true, true, false, false]);
  });
});
