import { describe, expect, it } from 'vitest';
import type { Ways } from '../../src/safety/motionWindow.js';
import { hypothesesFor } from '../../src/safety/wheelHypotheses.js';

const ways = (left: number, right: number): Ways => ({ left, right });
const PER_COUNT = ways(0.00015, 0.00015);

/** The faults that fit what the quick and the slow model expect, and what the wheels count [m]. */
const kinds = (quick: Ways, slow: Ways, counted: Ways, perCount = PER_COUNT) =>
  hypothesesFor(
    { lasting: 0.25, quick, slow, likely: quick, counted, turned: null, repeats: false },
    perCount,
  ).map(({ kind }) => kind);
const AHEAD = ways(0.1, 0.1);

describe('the counts of known faults', () => {
  it.each([
    [ways(0.05, 0.1), ways(0.1, 0.05), ['wheelsSwapped']],
    [ways(0.05, 0.1), ways(-0.05, -0.1), ['wheelReversed']],
    [ways(0.05, 0.1), ways(-0.05, 0.1), ['wheelReversed']],
    [ways(0.05, 0.1), ways(0.05, -0.1), ['wheelReversed']],
    [ways(0.05, 0.1), ways(0, 0.1), ['wheelStands']],
    [ways(0.05, 0.1), ways(0.05, 0), ['wheelStands']],
    [ways(0.05, 0.1), ways(0, 0), ['wheelStands']],
    [ways(0.05, 0.1), ways(0.05, 0.1), []],
    // A turn on the spot backwards is one with both wheels reversed, or swapped.
    [ways(-0.1, 0.1), ways(0.1, -0.1), ['wheelsSwapped', 'wheelReversed']],
  ] as const)('told %j, counted %j: %j', (told, counted, known) => {
    expect(kinds(told, told, counted)).toEqual(known);
  });

  it('may be off by a quarter of the way, two counts and 2 mm', () => {
    // 25 mm + 0.3 mm + 2 mm round −100 mm.
    for (const counted of [-0.1272, -0.0728])
      expect(kinds(AHEAD, AHEAD, ways(counted, 0.1))).toEqual(['wheelReversed']);
    for (const counted of [-0.1274, -0.0726]) expect(kinds(AHEAD, AHEAD, ways(counted, 0.1))).toEqual([]);
    // With 5 mm a count: 25 mm + 10 mm + 2 mm.
    const coarse = ways(0.005, 0.005);
    expect(kinds(AHEAD, AHEAD, ways(-0.1369, 0.1), coarse)).toEqual(['wheelReversed']);
    expect(kinds(AHEAD, AHEAD, ways(-0.1371, 0.1), coarse)).toEqual([]);
    // Two counts of 1 mm and 2 mm round 0.
    for (const counted of [0.004, -0.004])
      expect(kinds(AHEAD, AHEAD, ways(counted, 0.1), ways(0.001, 0.001))).toEqual(['wheelStands']);
    for (const counted of [0.0041, -0.0041])
      expect(kinds(AHEAD, AHEAD, ways(counted, 0.1), ways(0.001, 0.001))).toEqual([]);
  });

  it('lie between those of the quick and of the slow model, whichever is the greater', () => {
    // Round −100 mm to −120 mm: 30 mm + 0.3 mm + 2 mm more.
    const far = ways(0.12, 0.1);
    for (const [quick, slow] of [
      [AHEAD, far],
      [far, AHEAD],
    ] as const) {
      for (const counted of [-0.1522, -0.0678])
        expect(kinds(quick, slow, ways(counted, 0.1))).toEqual(['wheelReversed']);
      for (const counted of [-0.1524, -0.0676]) expect(kinds(quick, slow, ways(counted, 0.1))).toEqual([]);
    }
  });

  it('of a wheel that stands are at most one and a half counts: a few counts backwards are no standing wheel', () => {
    const coarse = ways(0.008, 0.008);
    for (const sign of [1, -1]) {
      const told = ways(sign * 0.032, sign * 0.1);
      expect(kinds(told, told, ways(-sign * 0.012, sign * 0.1), coarse)).toEqual(['wheelStands']);
      expect(kinds(told, told, ways(-sign * 0.0121, sign * 0.1), coarse)).toEqual([
        'wheelReversed',
        'wheelStands',
      ]);
    }
  });
});

describe('the sum of two swapped wheels', () => {
  it('is as expected to 12 %, a count of each and 2 mm', () => {
    // Told 120 mm together: 134.4 mm + 2.3 mm at most, 105.6 mm − 2.3 mm at least.
    const told = ways(0.02, 0.1);
    for (const sign of [1, -1])
      for (const [left, right, fits] of [
        [0.1146, 0.022, true],
        [0.1146, 0.0222, false],
        [0.083, 0.0204, true],
        [0.083, 0.0202, false],
      ] as const) {
        const commanded = ways(sign * told.left, sign * told.right);
        const found = kinds(commanded, commanded, ways(sign * left, sign * right));
        expect(found.includes('wheelsSwapped')).toBe(fits);
      }
    // The limits belong to it.
    const alone = ways(0, 0.1);
    for (const counted of [0.1 * (1 + 0.12) + (0.001 + 0.001 + 0.002), 0.1 * (1 - 0.12) - 0.004])
      expect(kinds(alone, alone, ways(counted, 0), ways(0.001, 0.001))).toContain('wheelsSwapped');
    // 134.4 mm + 3 mm + 1 mm + 2 mm.
    const coarse = ways(0.003, 0.001);
    expect(kinds(told, told, ways(0.1183, 0.022), coarse)).toContain('wheelsSwapped');
    expect(kinds(told, told, ways(0.1183, 0.0222), coarse)).not.toContain('wheelsSwapped');
  });

  it('lies between those of both models, whichever is the greater', () => {
    // 120 mm and 100 mm: 134.4 mm + 2.3 mm at most, 88 mm − 2.3 mm at least.
    const [far, near] = [ways(0.02, 0.1), ways(0.02, 0.08)];
    for (const [quick, slow] of [
      [far, near],
      [near, far],
    ] as const) {
      const fits = (left: number, right: number) =>
        kinds(quick, slow, ways(left, right)).includes('wheelsSwapped');
      expect([fits(0.1146, 0.022), fits(0.1146, 0.0222)]).toEqual([true, false]);
      expect([fits(0.07, 0.0158), fits(0.07, 0.0156)]).toEqual([true, false]);
    }
  });

  it('is nothing where one goes as far ahead as the other goes back', () => {
    const turning = ways(-0.1, 0.1);
    expect(kinds(turning, turning, ways(0.1, -0.0978))).toContain('wheelsSwapped');
    expect(kinds(turning, turning, ways(0.1, -0.0976))).not.toContain('wheelsSwapped');
  });
});
