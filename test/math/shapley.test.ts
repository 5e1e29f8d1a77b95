import { describe, expect, it } from 'vitest';
import { shapley } from '../../src/math/shapley.js';

describe("Shapley's values", () => {
  it('are what each brings, where they do not depend on each other', () => {
    const brings = [3, -1, 0.5];
    const sum = (set: number) => brings.reduce((all, value, i) => all + (set & (1 << i) ? value : 0), 0);
    for (const [i, value] of shapley(3, sum).entries()) expect(value).toBeCloseTo(brings[i] ?? 0, 12);
  });

  it('share what only two together bring', () => {
    expect(shapley(3, (set) => ((set & 3) === 3 ? 1 : 0))).toEqual([0.5, 0.5, 0]);
  });

  it('are those of the glove market: one left and two right gloves', () => {
    const pairs = (set: number) => (set & 1 && set & 6 ? 1 : 0);
    const [left, ...right] = shapley(3, pairs);
    expect(left).toBeCloseTo(2 / 3, 12);
    for (const value of right) expect(value).toBeCloseTo(1 / 6, 12);
  });

  it('add up to what all bring', () => {
    const value = (set: number) => Math.sin(set) + set ** 2 / 7;
    const all = shapley(6, value).reduce((sum, share) => sum + share, 0);
    expect(all).toBeCloseTo(value(63) - value(0), 9);
  });

  it('of none are none', () => expect(shapley(0, () => 1)).toEqual([]));
});
