import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeRange, valueRange } from '../../../../src/dashboard/page/plots/ranges.js';

describe('time', () => {
  it('is shown as far as the window reaches back', () => {
    expect(timeRange([0, 10, 40], 30)).toEqual([10, 40]);
    expect(timeRange([5, 10], 30)).toEqual([5, 10]);
  });

  it('is never an empty stretch', () => {
    expect(timeRange([], 30)).toEqual([0, 0.5]);
    expect(timeRange([7], 30)).toEqual([7, 7.5]);
  });
});

describe('values', () => {
  it('are shown with zero, whichever side they are on', () => {
    expect(valueRange(1, 5, 1)[0]).toBe(0);
    expect(valueRange(-5, -1, 1)[1]).toBeCloseTo(0.4, 12);
  });

  it('all fit, and in no smaller stretch than is asked for', () => {
    const value = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    const least = fc.double({ min: 1e-3, max: 100, noNaN: true });
    fc.assert(
      fc.property(value, value, least, (a, b, span) => {
        const [from, to] = valueRange(Math.min(a, b), Math.max(a, b), span);
        expect(from).toBeLessThanOrEqual(Math.min(a, b));
        expect(to).toBeGreaterThanOrEqual(Math.max(a, b));
        expect(to - from).toBeGreaterThanOrEqual(span * (1 - 1e-9));
      }),
    );
  });

  it('that nobody knows, or that are all zero, leave room', () => {
    expect(valueRange(null, null, 0.1)).toEqual([0, 0.1]);
    expect(valueRange(0, 0, 5)).toEqual([0, 5]);
  });
});
