import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridStep, lengthInWords, roundStep, scaleBar } from '../../src/scene/roundNumbers.js';

describe('a round step', () => {
  it('is the next of 1, 2, 5 times a power of ten', () => {
    const pairs = [
      [0.03, 0.05],
      [0.2, 0.2],
      [0.21, 0.5],
      [1, 1],
      [1.1, 2],
      [6, 10],
      [700, 1000],
    ] as const;
    for (const [value, step] of pairs) expect(roundStep(value)).toBe(step);
  });

  it('is at least the value, and less than two and a half times it', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (value) => {
        const step = roundStep(value);
        expect(step).toBeGreaterThanOrEqual(value * (1 - 1e-8));
        expect(step).toBeLessThanOrEqual(2.5 * value * (1 + 1e-8));
      }),
    );
  });

  it('is one of what has no size', () => {
    expect(roundStep(0)).toBe(1);
    expect(roundStep(Number.NaN)).toBe(1);
    expect(roundStep(Number.POSITIVE_INFINITY)).toBe(1);
  });

  it('sets grid lines apart', () => {
    expect(gridStep(100, 80)).toBe(1);
    expect(gridStep(1000, 80)).toBe(0.1);
  });
});

describe('a scale bar', () => {
  it('says how long it is, in the unit that reads best', () => {
    expect(scaleBar(100)).toEqual({ length: 1, pixels: 100, words: '1 m' });
    expect(scaleBar(400)).toEqual({ length: 0.2, pixels: 80, words: '20 cm' });
    expect(lengthInWords(0.005)).toBe('5 mm');
    expect(lengthInWords(50)).toBe('50 m');
  });
});
