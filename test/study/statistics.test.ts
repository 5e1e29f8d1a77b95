import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import { bootstrap, CONFIDENCE, quantile, spreadOf } from '../../src/study/statistics.js';
import { itOnce as it, itInBoth, partOf } from '../support/effort.js';

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });

describe('a quantile', () => {
  it.each([
    [[7], 0.25, 7],
    [[1, 2], 0.5, 1.5],
    [[1, 2, 3, 4], 0.25, 1.75],
    [[1, 2, 3, 4], 0.5, 2.5],
    [[1, 2, 3, 4], 0.75, 3.25],
    [[1, 2, 3, 4, 5], 0.25, 2],
    // As NumPy and R (type 7) have it.
    [[1, 4, 9, 16, 25, 36, 49], 0.1, 2.8],
    [[0, 10], 0, 0],
    [[0, 10], 1, 10],
  ])('of %j at %d is %d', (sorted, p, expected) => {
    expect(quantile(sorted, p)).toBeCloseTo(expected, 12);
  });

  it('of nothing is not a number', () => {
    expect(quantile([], 0.5)).toBeNaN();
  });
});

describe('the spread of values', () => {
  it('is known by hand', () => {
    expect(spreadOf([4, 1, 3, 2])).toEqual({
      mean: 2.5,
      least: 1,
      lowerQuartile: 1.75,
      median: 2.5,
      upperQuartile: 3.25,
      most: 4,
    });
  });

  it('of nothing is nothing', () => {
    expect(spreadOf([])).toBeNull();
  });

  it('rises from the least to the most, does not mind the order, and moves with the values', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: -1000, max: 1000 }), (list, shift) => {
        const spread = spreadOf(list);
        if (!spread) throw new Error('there are values');
        const { least, lowerQuartile, median, upperQuartile, most } = spread;
        const rising = [least, lowerQuartile, median, upperQuartile, most];
        expect(rising).toEqual(rising.toSorted((a, b) => a - b));
        expect(spreadOf(list.toReversed())).toEqual(spread);
        expect(spreadOf(list.map((value) => value + shift))?.median).toBeCloseTo(median + shift, 6);
      }),
    );
  });
});

/** Draws, sorts and takes the middle, as the method is written down. */
function plainIntervals(list: readonly number[], resamples: number) {
  const sorted = list.toSorted((a, b) => a - b);
  const random = resumeRandom(seedRandom(1));
  const drawn = Array.from({ length: resamples }, () =>
    sorted.map(() => sorted[Math.floor(random.uniform() * sorted.length)] ?? 0).sort((a, b) => a - b),
  );
  const middle = (estimates: number[]) => {
    const ordered = estimates.sort((a, b) => a - b);
    return [quantile(ordered, 0.025), quantile(ordered, 0.975)];
  };
  return {
    median: middle(drawn.map((sample) => quantile(sample, 0.5))),
    mean: middle(drawn.map((sample) => sample.reduce((a, b) => a + b) / sample.length)),
  };
}

describe('the bootstrap', () => {
  it.each([6, 7, 20, 21])('of %i values is what drawing them anew and sorting gives', (count) => {
    const list = Array.from({ length: count }, (_, i) => ((i * 37) % 11) ** 2);
    const found = bootstrap(list);
    const plain = plainIntervals(list, 2000);
    expect(found?.median.interval).toEqual(plain.median);
    expect(found?.mean.interval?.[0]).toBeCloseTo(plain.mean[0] ?? Number.NaN, 9);
    expect(found?.mean.interval?.[1]).toBeCloseTo(plain.mean[1] ?? Number.NaN, 9);
  });

  it('gives the same bytes from the same values, in any order', () => {
    const list = [3, 1, 4, 1, 5, 9, 2, 6, 5];
    expect(JSON.stringify(bootstrap(list))).toBe(JSON.stringify(bootstrap(list.toReversed())));
  });

  it('of values that are all alike has an interval without width', () => {
    const alike = { value: 2, interval: [2, 2] };
    expect(bootstrap([2, 2, 2, 2, 2, 2])).toMatchObject({ mean: alike, median: alike });
  });

  it('of nothing is nothing, and of five values has no interval', () => {
    expect(bootstrap([])).toBeNull();
    expect(bootstrap([1, 2, 3, 4, 5])).toMatchObject({
      mean: { value: 3, interval: null },
      median: { value: 3, interval: null },
      resamples: 0,
    });
  });

  it('draws less often from very many values', () => {
    const many = Float64Array.from({ length: 100_000 }, (_, i) => i);
    expect(bootstrap(many)?.resamples).toBe(400);
  });
});

const SETS = 300;
const SIZE = 40;

/** How often the interval of 40 values holds the true one, over 300 synthetic sets. */
function coverage(draw: (random: Random) => number, truth: number, of: 'mean' | 'median'): number {
  const random = resumeRandom(seedRandom(2024));
  let covered = 0;
  for (let set = 0; set < SETS; set++) {
    const found = bootstrap(Array.from({ length: SIZE }, () => draw(random)));
    const [low = Number.NaN, high = Number.NaN] = found?.[of].interval ?? [];
    covered += Number(low <= truth && truth <= high);
  }
  return covered / SETS;
}

describe(`an interval of ${100 * CONFIDENCE} %`, () => {
  itInBoth.each(
    partOf<[string, 'mean' | 'median', (random: Random) => number, number]>(
      [
        ['the mean of normal differences', 'mean', (r) => 0.3 + r.gaussian(), 0.3],
        ['the median of normal differences', 'median', (r) => 0.3 + r.gaussian(), 0.3],
        ['the mean of uniform differences', 'mean', (r) => r.uniform(), 0.5],
        ['the mean of skewed differences', 'mean', (r) => Math.exp(0.5 * r.gaussian()), Math.exp(0.125)],
        ['the median of skewed differences', 'median', (r) => Math.exp(0.5 * r.gaussian()), 1],
        ['the mean of passes', 'mean', (r) => Number(r.uniform() < 0.6), 0.6],
      ],
      2,
    ),
  )('holds %s in 90 to 99 of 100 sets', (_, of, draw, truth) => {
    const covered = coverage(draw, truth, of);
    expect(covered).toBeGreaterThanOrEqual(0.9);
    expect(covered).toBeLessThanOrEqual(0.99);
  });
});
