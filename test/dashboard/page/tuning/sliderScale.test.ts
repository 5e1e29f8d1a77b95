import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepOf, typed } from '../../../../src/dashboard/page/tuning/sliderScale.js';

describe('a slider', () => {
  it.each([
    [0, 1, 0.005],
    [0, 2, 0.01],
    [0.05, 0.6, 0.002],
    [0, 12, 0.05],
    [5, 250, 1],
    [0, 1000, 5],
  ])('from %d to %d goes by %d', (min, max, step) => {
    expect(stepOf(min, max)).toBe(step);
  });

  it('takes between two hundred and five hundred steps', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 1e5, noNaN: true }), (span) => {
        const steps = span / stepOf(0, span);
        expect(steps).toBeGreaterThan(199);
        expect(steps).toBeLessThan(501);
      }),
    );
  });

  it('without a span still has a step', () => {
    expect(stepOf(1, 1)).toBe(0.01);
    expect(stepOf(0, Number.POSITIVE_INFINITY)).toBe(0.01);
  });
});

describe('a number', () => {
  it('is written without noise', () => {
    expect(typed(0.1 + 0.2, 0.005)).toBe('0.3');
    expect(typed(0.0025, 0.005)).toBe('0.0025');
    expect(typed(250, 1)).toBe('250');
    expect(typed(-0.05, 0.01)).toBe('-0.05');
  });

  it('that is none is written as nothing', () => {
    expect(typed(Number.NaN, 0.1)).toBe('');
  });
});
