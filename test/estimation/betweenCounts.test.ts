import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betweenCounts, UNKNOWN_PHASES } from '../../src/estimation/betweenCounts.js';

const COUNT = 0.011;
const UNKNOWN = UNKNOWN_PHASES.left;
const KNOWN = { ...UNKNOWN, start: 0, at: 0.5 };

/**
 * A wheel that turns by `ways`, read after each; its model believes `gain` times as much. @param from where between
 * counts it starts
 */
function read(ways: readonly number[], gain: number, from = 0) {
  let truth = from * COUNT;
  let believed = truth;
  let phase = UNKNOWN;
  const offs: number[] = [];
  for (const way of ways) {
    const before = Math.floor(truth / COUNT);
    truth += way;
    const counted = (Math.floor(truth / COUNT) - before) * COUNT;
    const next = betweenCounts(phase, way * gain, counted, COUNT);
    believed += next.way;
    phase = next.phase;
    offs.push(Math.abs(believed - truth));
  }
  return { farthest: Math.max(...offs, 0), mean: offs.reduce((sum, off) => sum + off, 0) / offs.length };
}

describe('between two counts of a coarse encoder', () => {
  it('a wheel goes as far as its model rolled it, until a count says more', () => {
    const { way, phase } = betweenCounts(UNKNOWN, 0.25 * COUNT, 0, COUNT);
    expect(way).toBeCloseTo(0.25 * COUNT, 12);
    expect(phase).toMatchObject({ at: 0.75, way: 0.0025 });
  });

  it('an edge that comes late first tells where the wheel began, and later that the model is wrong', () => {
    // Both were believed to be half a count past the edge.
    const began = betweenCounts(UNKNOWN, COUNT, COUNT, COUNT);
    expect(Math.abs(began.way - COUNT)).toBeLessThan(0.05 * COUNT);
    const drove = betweenCounts({ ...KNOWN, way: 0.1, at: 0.9 }, COUNT, COUNT, COUNT);
    expect(drove.way).toBeLessThan(0.85 * COUNT);
  });

  it('stands between its last count and the next', () => {
    const forwards = betweenCounts(KNOWN, 5 * COUNT, 0, COUNT);
    expect(forwards.way).toBeCloseTo(0.5 * COUNT, 9);
    expect(forwards.phase.at).toBe(1);
    const back = betweenCounts(KNOWN, -5 * COUNT, 0, COUNT);
    expect(back.way).toBeCloseTo(-0.5 * COUNT, 9);
    expect(back.phase.at).toBe(0);
  });

  it('counts what somebody else turns as it is', () => {
    expect(betweenCounts(UNKNOWN, 0, 3 * COUNT, COUNT)).toEqual({ way: 3 * COUNT, phase: UNKNOWN });
  });

  it('takes fine counts as they are', () => {
    const { way } = betweenCounts(UNKNOWN, 0.004, 0.0045, 0.00015);
    expect(way).toBe(0.0045);
  });

  it('is off by little more than a count, however wrong the model is, forwards and backwards', () => {
    const way = fc.double({ min: -0.02, max: 0.02, noNaN: true });
    const share = fc.double({ min: 0, max: 0.99, noNaN: true });
    const gains = fc.double({ min: 0.5, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(fc.array(way, { maxLength: 60 }), gains, share, (ways, gain, from) => {
        expect(read(ways, gain, from).farthest).toBeLessThan(1.6 * COUNT);
      }),
    );
  });

  it('has an error of a part of a count in the mean, at any start', () => {
    const ways = Array.from({ length: 300 }, (_, i) => 0.001 + 0.003 * Math.abs(Math.sin(i)));
    for (const from of [0, 0.1, 0.3, 0.5, 0.7, 0.9]) {
      expect(read(ways, 1, from).mean).toBeLessThan(0.3 * COUNT);
      expect(read(ways, 1.05, from).mean).toBeLessThan(0.5 * COUNT);
    }
  });
});
