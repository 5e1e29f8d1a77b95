import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsBetween, metersPerCount } from '../../src/sensors/encoder.js';

const HIGHEST = 2 ** 31 - 1;
const LOWEST = -(2 ** 31);

describe('metersPerCount', () => {
  it('is the rim’s way of one turn, shared among its counts', () => {
    // π · 70 mm = 219.9 mm on 1437 counts.
    expect(metersPerCount(0.07, 1437)).toBeCloseTo(0.000153035, 9);
    expect(1437 * metersPerCount(0.07, 1437)).toBeCloseTo(0.219911, 6);
  });
});

describe('countsBetween', () => {
  it('is the difference of two counters', () => {
    expect(countsBetween(100, 137)).toBe(37);
    expect(countsBetween(137, 100)).toBe(-37);
    expect(countsBetween(-5, 5)).toBe(10);
    expect(countsBetween(7, 7)).toBe(0);
  });

  it('goes on over the wrap-around in both directions', () => {
    expect(countsBetween(HIGHEST, LOWEST)).toBe(1);
    expect(countsBetween(LOWEST, HIGHEST)).toBe(-1);
    expect(countsBetween(HIGHEST - 20, LOWEST + 19)).toBe(40);
    expect(countsBetween(LOWEST + 19, HIGHEST - 20)).toBe(-40);
  });

  it('undoes whatever an int32 counter adds, wherever it stands', () => {
    const int32 = fc.integer({ min: LOWEST, max: HIGHEST });
    fc.assert(fc.property(int32, int32, (before, way) => countsBetween(before, (before + way) | 0) === way));
  });

  it('is no motion for a counter that is no number', () => {
    expect(countsBetween(0, Number.NaN)).toBe(0);
    expect(countsBetween(Number.NaN, 0)).toBe(0);
  });
});
