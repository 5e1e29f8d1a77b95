import { describe, expect, it } from 'vitest';
import { compareTallies, summaryOf } from '../../src/study/result.js';
import type { CriterionRow, RunRow } from '../../src/study/runRow.js';
import { Tally } from '../../src/study/tally.js';

const ARRIVED: CriterionRow = {
  name: 'arrived',
  figure: 'timeToGoal',
  criterion: 'arrived',
  limit: 5,
  passed: true,
};

const run = (seed: number, timeToGoal: number | null, rest: Partial<RunRow> = {}): RunRow => ({
  seed,
  passed: timeToGoal !== null,
  outcome: timeToGoal === null ? 'running' : 'arrived',
  stoppedForSafety: false,
  simulatedSeconds: 5,
  hasGoal: true,
  criteria: [{ ...ARRIVED, passed: timeToGoal !== null }],
  fault: null,
  ...rest,
  figures: { timeToGoal, contacts: 0, minClearance: 1, ...rest.figures },
});

function tallyOf(...rows: RunRow[]): Tally {
  const tally = new Tally();
  for (const row of rows) tally.add(row);
  return tally;
}

const summary = (...rows: RunRow[]) =>
  summaryOf(tallyOf(...rows), { scenario: 's', settings: [] }, (seed) => `see ${seed}`);

describe('the summary of runs', () => {
  it('counts who passed, and takes medians over those that have the figure', () => {
    const { passed, passRate, figures, outcomes, failedSeeds, criteria } = summary(
      run(1, 2),
      run(2, null),
      run(3, 4),
      run(4, 3),
    );
    expect({ passed, passRate, failedSeeds }).toEqual({ passed: 3, passRate: 0.75, failedSeeds: [2] });
    expect(outcomes).toEqual({ arrived: 3, failed: 0, running: 1, stopped: 0, faulted: 0 });
    expect(figures.timeToGoal).toMatchObject({ count: 3, missing: 1, median: 3, lowerQuartile: 2.5 });
    expect(criteria).toMatchObject([{ name: 'arrived', limit: 5, passed: 3, passRate: 0.75 }]);
  });

  it('says that no run arrived, and tells that from having nowhere to go', () => {
    expect(summary(run(1, null)).figures.timeToGoal).toMatchObject({ count: 0, missing: 1, median: null });
    const nowhere = { hasGoal: false, figures: { timeToGoal: null } };
    expect(summary(run(1, null, nowhere)).figures.timeToGoal).toBeNull();
  });

  it('names the first twenty that failed', () => {
    const rows = Array.from({ length: 30 }, (_, i) => run(i, null));
    expect(summary(...rows).failedSeeds).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('forgets a limit that the seeds draw', () => {
    const other = { criteria: [{ ...ARRIVED, limit: 6 }] };
    expect(summary(run(1, 2), run(2, 2, other), run(3, 2)).criteria[0]?.limit).toBeNull();
  });

  it('notices that all runs are alike, their seeds aside', () => {
    expect(summary(run(1, 2), run(2, 2)).alike).toBe(true);
    expect(summary(run(1, 2), run(2, 2), run(3, 2.1), run(4, 2)).alike).toBe(false);
  });
});

describe('the worst run', () => {
  const worstOf = (...rows: RunRow[]) => summary(...rows).worst?.seed;

  it('is the slowest', () => {
    expect(worstOf(run(1, 2), run(2, 4), run(3, 3))).toBe(2);
  });

  it('is rather one that failed', () => {
    expect(worstOf(run(1, 2), run(2, 4), run(3, 3, { passed: false }))).toBe(3);
  });

  it('is rather one that never arrived', () => {
    expect(worstOf(run(1, 9, { passed: false }), run(2, null), run(3, 8, { passed: false }))).toBe(2);
  });

  it('is rather one that was stopped for safety', () => {
    expect(
      worstOf(run(1, null), run(2, null, { outcome: 'faulted', stoppedForSafety: true }), run(3, null)),
    ).toBe(2);
  });

  it('is, of equally slow ones, that which came nearest to something', () => {
    expect(worstOf(run(1, 2), run(2, 2, { figures: { minClearance: 0.1 } }), run(3, 2))).toBe(2);
  });

  it('is the first of those that are alike', () => {
    expect(worstOf(run(3, 2), run(1, 2))).toBe(3);
  });

  it('without a goal is the one that has least of what the first criterion wants more of', () => {
    const least: CriterionRow = { ...ARRIVED, name: 'p', figure: 'p', bound: 'atLeast' };
    const rows = [0.9, 0.7, 0.8].map((p, i) =>
      run(i, null, { passed: true, hasGoal: false, criteria: [least], figures: { p } }),
    );
    expect(summary(...rows).worst).toEqual({
      seed: 1,
      passed: true,
      outcome: 'running',
      figure: 'p',
      value: 0.7,
      command: 'see 1',
    });
  });

  it('without a goal and criteria is the one that came nearest to something', () => {
    const rows = [0.3, 0.1, 0.2].map((minClearance, i) =>
      run(i, null, { hasGoal: false, criteria: [], figures: { minClearance } }),
    );
    expect(summary(...rows).worst).toMatchObject({ seed: 1, figure: 'minClearance', value: 0.1 });
  });
});

describe('a comparison', () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

  it('takes the difference seed by seed, second minus first', () => {
    const first = tallyOf(...seeds.map((seed) => run(seed, seed)));
    const second = tallyOf(...seeds.map((seed) => run(seed, seed - 0.5)));
    expect(compareTallies(first, second).figures.timeToGoal).toEqual({
      pairs: 8,
      onlyFirst: 0,
      onlySecond: 0,
      neither: 0,
      less: 8,
      equal: 0,
      more: 0,
      mean: { value: -0.5, interval: [-0.5, -0.5] },
      median: { value: -0.5, interval: [-0.5, -0.5] },
      resamples: 2000,
    });
  });

  it('compares only pairs that both have the figure, and counts the others', () => {
    const first = tallyOf(run(1, 1), run(2, null), run(3, 2), run(4, null));
    const second = tallyOf(run(1, 2), run(2, 1), run(3, null), run(4, null));
    expect(compareTallies(first, second).figures.timeToGoal).toMatchObject({
      pairs: 1,
      onlyFirst: 1,
      onlySecond: 1,
      neither: 1,
      mean: { value: 1, interval: null },
    });
  });

  it('leaves out what neither has, and does not take rounding for a difference', () => {
    const figures = { overshoot: null };
    const first = tallyOf(...seeds.map((seed) => run(seed, 1, { figures })));
    const second = tallyOf(...seeds.map((seed) => run(seed, 1 + 1e-15, { figures })));
    const compared = compareTallies(first, second).figures;
    expect(compared).not.toHaveProperty('overshoot');
    expect(compared.timeToGoal).toMatchObject({ less: 0, equal: 8, more: 0 });
  });

  it('sets passes against each other', () => {
    const first = tallyOf(...seeds.map((seed) => run(seed, seed > 4 ? 1 : null)));
    const second = tallyOf(...seeds.map((seed) => run(seed, seed > 1 ? 1 : null)));
    const { passRate } = compareTallies(first, second);
    expect(passRate).toMatchObject({ pairs: 8, onlyFirst: 0, onlySecond: 3, difference: { value: 0.375 } });
    const [low = 0, high = 0] = passRate.difference?.interval ?? [];
    expect(low).toBeLessThan(0.375);
    expect(high).toBeGreaterThan(0.375);
  });
});
