import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brakingSpeed, stoppingWay } from '../../src/math/stopping.js';

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

  it('is that from which it stands after d: s(v(d)) = d', () => {
    // 0.3 m/s, 0.1 s and 1 m/s²: 0.03 + 0.045 m.
    expect(stoppingWay(0.3, 1, 0.1)).toBeCloseTo(0.075, 12);
    expect(stoppingWay(0.3, 1)).toBeCloseTo(0.045, 12);
    fc.assert(
      fc.property(distances, decelerations, times, (d, a, T) => {
        expect(stoppingWay(brakingSpeed(d, a, T).speed, a, T)).toBeCloseTo(d, 9);
      }),
    );
  });
});
