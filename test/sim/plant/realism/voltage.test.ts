import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../../../sim/plant/realism/chance.js';
import { Held } from '../../../../sim/plant/realism/held.js';
import { EMPTY, ORIGIN, wallAt } from '../../bodies.js';
import { deviationOf, distancesOf, meanOf, numbersIn, readingsOf, sensor } from './sensed.js';

describe('a named infrared sensor', () => {
  const sharp = sensor('gp2y0a21');

  it('looks at nearly the right distance, in counts of its converter', () => {
    const told = distancesOf(wallAt(0.5), sharp, { ticks: 1000 });
    expect(meanOf(numbersIn(told))).toBeCloseTo(0.5, 1);
    // Noise of ±1.5 counts; a count is 6 mm there.
    expect(new Set(told).size).toBeGreaterThan(2);
    expect(new Set(told).size).toBeLessThan(6);
  });

  it('folds: nearer than its peak a thing looks farther away, the nearer the farther', () => {
    const [four, two] = [0.04, 0.02].map((d) =>
      meanOf(numbersIn(distancesOf(wallAt(d), sharp, { ticks: 500 }))),
    );
    expect(four).toBeGreaterThan(0.11);
    expect(two).toBeGreaterThan((four ?? 0) + 0.05);
  });

  it('sits a little beside its place: by about 2 mm', () => {
    const means = Array.from({ length: 30 }, (_, seed) =>
      meanOf(numbersIn(distancesOf(wallAt(0.15), sharp, { seed, ticks: 200 }))),
    );
    expect(deviationOf(means)).toBeGreaterThan(0.001);
    expect(deviationOf(means)).toBeLessThan(0.004);
  });

  it('has none of this if it is ideal', () => {
    const ideal = { ...sharp, ideal: true };
    const one = (distance: number) => [...new Set(distancesOf(wallAt(distance), ideal))];
    expect(one(0.5)).toEqual([expect.closeTo(0.5, 12)]);
    expect(one(0.02)).toEqual([0.1]);
    expect(one(0)).toEqual([0.1]);
    expect(one(0.9)).toEqual([null]);
    expect(readingsOf(wallAt(0.5), ideal)[0]).not.toHaveProperty('raw');
  });
});

describe('a named sonar', () => {
  const maxsonar = sensor('maxsonar');

  it('is off by its noise and its inches, and misses some echoes', () => {
    const told = distancesOf(wallAt(2), maxsonar, { ticks: 20_000 });
    expect(meanOf(numbersIn(told))).toBeCloseTo(2, 1);
    const missed = told.filter((d) => d === null).length / told.length;
    expect(missed).toBeGreaterThan(0.012);
    expect(missed).toBeLessThan(0.028);
    expect(deviationOf(numbersIn(told))).toBeGreaterThan(0.02);
    expect(deviationOf(numbersIn(told))).toBeLessThan(0.035);
  });

  it('hears no wall that throws its sound off, unless it is ideal', () => {
    const aslant = { facing: Math.PI / 4 };
    const seen = (ideal: boolean) => numbersIn(distancesOf(wallAt(1), { ...maxsonar, ...aslant, ideal }));
    expect(seen(false)).toEqual([]);
    expect(new Set(seen(true)).size).toBe(1);
  });

  it('reports things nearer than 6 inches there', () => {
    expect(Math.min(...numbersIn(distancesOf(wallAt(0.05), maxsonar, { ticks: 500 })))).toBeGreaterThan(0.13);
    expect(new Set(numbersIn(distancesOf(wallAt(0.05), { ...maxsonar, ideal: true })))).toEqual(
      new Set([0.15]),
    );
  });

  it('sees nothing in an empty world', () => {
    expect(numbersIn(distancesOf(EMPTY, maxsonar))).toEqual([]);
  });
});

/**
 * Straight at a wall: how old a reading is. It is measured in the middle of a cycle by light, at its begin by sound, and
 * then held for the whole next one.
 */
it.each([
  ['gp2y0a21', 0.7, 1, 0.0383],
  ['gp2y0a41', 0.29, 0.5, 0.0165],
  ['maxsonar', 3, 2, 1.5 * 0.049],
])('%s shows what it measured a cycle ago', (type, wall, speed, age) => {
  const ages = Array.from({ length: 100 }, (_, seed) => {
    const poseAt = (at: number) => ({ ...ORIGIN, x: speed * at });
    const seen = readingsOf(wallAt(wall), sensor(type), { seed, ticks: 20, poseAt }).slice(3);
    const late = seen.flatMap(({ at, distances: [d] }) => (d ? [(d - wall) / speed + at] : []));
    return meanOf(late);
  });
  expect(Math.abs(meanOf(ages) - age)).toBeLessThan(0.005);
});

describe('a held value', () => {
  const heldAt = (seed: number, measures: number) => {
    const held = new Held({ length: 0.04, spread: 0.01, measures }, chanceOf(seed, 's'), ({ x }) => x);
    return Array.from({ length: 1000 }, (_, i) => {
      held.watch(i / 1000, { ...ORIGIN, x: i });
      return { at: i, value: held.valueAt(ORIGIN) };
    });
  };
  /** Times of changes, in milliseconds, but for the first two. */
  const changesOf = (seed: number, measures = 0) =>
    heldAt(seed, measures)
      .filter(({ value }, i, all) => i > 0 && value !== all[i - 1]?.value)
      .slice(2);

  it('changes once in a cycle, whose length and start are drawn', () => {
    const lengths = Array.from({ length: 30 }, (_, seed) => {
      const gaps = changesOf(seed).flatMap(({ at }, i, all) => (i > 0 ? [at - (all[i - 1]?.at ?? 0)] : []));
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
      return meanOf(gaps);
    });
    expect(Math.min(...lengths)).toBeGreaterThan(29);
    expect(Math.max(...lengths)).toBeLessThan(51);
    expect(deviationOf(lengths)).toBeGreaterThan(3);
  });

  it('was measured at its share of the cycle before', () => {
    const [all, half] = [0, 0.5].map((share) => changesOf(7, share).map(({ at, value }) => at - value));
    const [, first = 0] = changesOf(7).map(({ at }, i, them) => at - (them[i - 1]?.at ?? 0));
    for (const age of all ?? []) expect(Math.abs(age - first)).toBeLessThanOrEqual(1);
    for (const age of half ?? []) expect(Math.abs(age - first / 2)).toBeLessThanOrEqual(1.5);
  });
});
