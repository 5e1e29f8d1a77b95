import { describe, expect, it } from 'vitest';
import { inverse, leastSquares } from '../../src/math/leastSquares.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';

const times = Array.from({ length: 200 }, (_, i) => i / 50);
const falling = (height: number, rate: number) => times.map((t) => height * Math.exp(-rate * t));

describe('least squares', () => {
  it('finds the parameters of an exponential', () => {
    const seen = falling(3, 0.7);
    const fit = leastSquares(
      ([height = 0, rate = 0]) => falling(height, rate).map((value, i) => value - (seen[i] as number)),
      [
        { start: 1, step: 1e-4 },
        { start: 2, step: 1e-4 },
      ],
    );
    expect(fit.values[0]).toBeCloseTo(3, 6);
    expect(fit.values[1]).toBeCloseTo(0.7, 6);
  });

  it('tells a standard deviation that holds the truth in about two of three cases', () => {
    const random = resumeRandom(seedRandom(1));
    let within = 0;
    for (let trial = 0; trial < 300; trial++) {
      const seen = falling(3, 0.7).map((value) => value + 0.1 * random.gaussian());
      const { values, deviations } = leastSquares(
        ([height = 0, rate = 0]) => falling(height, rate).map((value, i) => value - (seen[i] as number)),
        [
          { start: 2, step: 1e-4 },
          { start: 1, step: 1e-4 },
        ],
      );
      if (Math.abs((values[1] as number) - 0.7) < (deviations[1] as number)) within++;
    }
    expect(within / 300).toBeGreaterThan(0.6);
    expect(within / 300).toBeLessThan(0.76);
  });

  it('says that values which cannot be told apart are not determined', () => {
    const fit = leastSquares(
      ([a = 0, b = 0]) => times.map((t) => (a + b) * t - 2 * t),
      [
        { start: 0, step: 1e-3 },
        { start: 0, step: 1e-3 },
      ],
    );
    expect(fit.deviations).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(fit.covariance).toBeUndefined();
  });

  it('keeps a parameter within its range, also when it begins beyond it', () => {
    const fit = leastSquares(
      ([a = 0]) => times.map((t) => a * t - 2 * t),
      [{ start: 9, step: 1e-3, least: 0, most: 1.5 }],
    );
    expect(fit.values[0]).toBe(1.5);
  });

  it('inverts a matrix', () => {
    const [[a, b], [c, d]] = inverse([
      [4, 1],
      [1, 3],
    ]) as [[number, number], [number, number]];
    expect([a, b, c, d].map((value) => value * 11)).toEqual([
      expect.closeTo(3, 9),
      expect.closeTo(-1, 9),
      expect.closeTo(-1, 9),
      expect.closeTo(4, 9),
    ]);
  });
});
