import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';

const MANY = 50_000;

const drawn = (count: number, draw: () => number): number[] => Array.from({ length: count }, draw);
const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
const meanOf = (values: readonly number[], of: (x: number) => number): number => mean(values.map(of));

/** Correlation of each number with the one after it. */
function resemblance(values: readonly number[]): number {
  const middle = mean(values);
  const pairs = values.slice(1).map((x, i) => (x - middle) * ((values[i] ?? middle) - middle));
  return mean(pairs) / meanOf(values, (x) => (x - middle) ** 2);
}

const ofSeed = (seed: number): Random => resumeRandom(seedRandom(seed));

describe('seeded chance', () => {
  it('gives the same numbers for the same seed and others for another', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const numbers = drawn(8, ofSeed(seed).gaussian);
        expect(drawn(8, ofSeed(seed).gaussian)).toEqual(numbers);
        expect(drawn(8, ofSeed(seed + 1).gaussian)).not.toEqual(numbers);
      }),
    );
  });

  it('goes on where its state was taken, after that state was kept as JSON', () => {
    const whole = ofSeed(7);
    const first = ofSeed(7);
    drawn(5, whole.uniform);
    drawn(5, first.uniform);
    const kept: unknown = JSON.parse(JSON.stringify(first.state()));
    const resumed = resumeRandom(kept as readonly number[]);
    expect(drawn(20, resumed.gaussian)).toEqual(drawn(20, whole.gaussian));
  });

  it('leaves the state it goes on from as it was', () => {
    const state = seedRandom(3);
    const before = [...state];
    drawn(10, resumeRandom(state).uniform);
    expect(state).toEqual(before);
  });

  it('gives neighboring seeds first numbers that are spread like any others', () => {
    const seeds = Array.from({ length: 4000 }, (_, i) => i);
    const firsts = seeds.map((seed) => ofSeed(seed).gaussian());
    expect(mean(firsts)).toBeCloseTo(0, 1);
    expect(meanOf(firsts, (x) => x * x)).toBeCloseTo(1, 1);
    expect(Math.abs(resemblance(firsts))).toBeLessThan(0.05);
  });

  it('gives small and large seeds numbers of both halves at once', () => {
    for (const from of [0, 1e6, -500]) {
      const low = drawn(400, () => 0).filter((_, i) => ofSeed(from + i).uniform() < 0.5);
      expect(low.length / 400).toBeGreaterThan(0.4);
      expect(low.length / 400).toBeLessThan(0.6);
    }
  });
});

describe('a uniform number', () => {
  const numbers = drawn(MANY, ofSeed(1).uniform);

  it('lies in [0, 1)', () => {
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
  });

  it('has the mean 1/2 and the variance 1/12', () => {
    expect(mean(numbers)).toBeCloseTo(0.5, 2);
    expect(meanOf(numbers, (x) => (x - 0.5) ** 2)).toBeCloseTo(1 / 12, 2);
    expect(Math.abs(resemblance(numbers))).toBeLessThan(0.02);
  });
});

describe('a normal number', () => {
  const numbers = drawn(MANY, ofSeed(2).gaussian);

  it('has the moments 0, 1, 0 and 3', () => {
    expect(Math.abs(mean(numbers))).toBeLessThan(0.02);
    expect(Math.abs(meanOf(numbers, (x) => x * x) - 1)).toBeLessThan(0.03);
    expect(Math.abs(meanOf(numbers, (x) => x ** 3))).toBeLessThan(0.1);
    expect(Math.abs(meanOf(numbers, (x) => x ** 4) - 3)).toBeLessThan(0.2);
  });

  it('is √(−2 ln(1 − u)) cos 2πv of two uniform numbers', () => {
    const { uniform } = ofSeed(5);
    const [u, v] = [uniform(), uniform()];
    expect(ofSeed(5).gaussian()).toBeCloseTo(Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v), 12);
  });

  it('lies within one deviation in 68.3 %, within two in 95.4 % of all cases', () => {
    const within = (bound: number) => numbers.filter((x) => Math.abs(x) < bound).length / MANY;
    expect(Math.abs(within(1) - 0.6827)).toBeLessThan(0.01);
    expect(Math.abs(within(2) - 0.9545)).toBeLessThan(0.005);
  });

  it('does not resemble the one before', () => {
    expect(Math.abs(resemblance(numbers))).toBeLessThan(0.02);
  });

  it('is finite even where the uniform number is zero', () => {
    expect(numbers.every(Number.isFinite)).toBe(true);
  });
});
