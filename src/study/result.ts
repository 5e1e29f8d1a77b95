/** The result of an experiment, as the document that `--json` prints. */
import type { Outcome } from '../../sim/referee/result.js';
import type { Seconds } from '../math/units.js';
import type { Seeds } from './seeds.js';
import { bootstrap, CONFIDENCE, type IntervalEstimate, type Spread, spreadOfSorted } from './statistics.js';
import type { CriterionTally, Tally } from './tally.js';
import type { StudyWork, Variant } from './variant.js';

/** Over the `count` runs that have the figure; `missing` runs have none, such as a time to a goal never reached. */
export type FigureSpread = {
  readonly count: number;
  readonly missing: number;
  /**
   * Of a difference between two missions with the same seed (`beats`): its mean, with the confidence interval. null if a
   * run has none, such as one that did not arrive: the others would say too much.
   */
  readonly paired?: IntervalEstimate | null;
} & (Spread | { readonly [key in keyof Spread]: null });

export interface CriterionSummary extends CriterionTally {
  readonly passRate: number;
}

export interface WorstRun {
  readonly seed: number;
  readonly passed: boolean;
  readonly outcome: Outcome;
  /** The figure that compares runs that failed alike. */
  readonly figure: string;
  readonly value: number | null;
  /** Runs it again with a picture. */
  readonly command: string;
}

export interface ScenarioSummary {
  /** As named on the command line. */
  readonly scenario: string;
  /** Of a sweep. */
  readonly mission?: string;
  /** Of a sweep: the values that this variant has. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly runs: number;
  readonly passed: number;
  readonly passRate: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Runs in which a robot stopped although no criterion asked for it. */
  readonly stoppedForSafety: number;
  readonly criteria: readonly CriterionSummary[];
  /** null where no run has such a figure. */
  readonly figures: Readonly<Record<string, FigureSpread | null>>;
  /** Of these and of `faults` only the first twenty. */
  readonly failedSeeds: readonly number[];
  readonly faults: readonly { readonly seed: number; readonly fault: string }[];
  readonly worst: WorstRun | null;
  /** Every run gave the same figures: nothing depends on the seed. */
  readonly alike: boolean;
}

/** Second minus first, seed by seed, where both have the figure. */
export interface FigureDifference {
  readonly pairs: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
  /** Pairs in which the second has the smaller figure. */
  readonly less: number;
  readonly equal: number;
  readonly more: number;
  readonly mean: IntervalEstimate | null;
  readonly median: IntervalEstimate | null;
  readonly resamples: number;
}

export interface Comparison {
  readonly confidence: number;
  readonly passRate: {
    readonly pairs: number;
    readonly onlyFirst: number;
    readonly onlySecond: number;
    readonly difference: IntervalEstimate | null;
  };
  readonly figures: Readonly<Record<string, FigureDifference>>;
}

export interface ExperimentResult {
  readonly seeds: string;
  readonly simulatedSeconds: Seconds;
  readonly wallSeconds: Seconds;
  /** Every run of every scenario passed. */
  readonly passed: boolean;
  readonly scenarios: readonly ScenarioSummary[];
  /** The second scenario compared with the first; null unless there are two. */
  readonly comparison: Comparison | null;
  /** Of a sweep: every variant compared with the first, in their order. */
  readonly comparisons?: readonly Comparison[];
}

export interface JudgedRuns {
  readonly work: StudyWork;
  readonly seeds: Seeds;
  /** One for each variant. */
  readonly tallies: readonly Tally[];
  readonly wallSeconds: Seconds;
  /** Runs one seed of a variant again. */
  readonly command: (variant: Variant, seed: number) => string;
}

const isSweep = ({ variants }: StudyWork): boolean =>
  variants.some(({ mission, settings }) => mission !== undefined || settings.length > 0);

export function resultOf({ work, seeds, tallies, wallSeconds, command }: JudgedRuns): ExperimentResult {
  const summaries = work.variants.flatMap((variant, i) => {
    const tally = tallies[i];
    return tally ? [summaryOf(tally, variant, (seed) => command(variant, seed))] : [];
  });
  const [first, ...others] = tallies;
  const comparisons = first ? others.map((other) => compareTallies(first, other)) : [];
  return {
    seeds: seeds.text,
    simulatedSeconds: tallies.reduce((sum, tally) => sum + tally.simulatedSeconds, 0),
    wallSeconds,
    passed: tallies.every(({ passed, runs }) => passed === runs),
    scenarios: summaries,
    comparison: (comparisons.length === 1 && comparisons[0]) || null,
    ...(isSweep(work) && { comparisons }),
  };
}

const EMPTY_SPREAD = {
  mean: null,
  least: null,
  lowerQuartile: null,
  median: null,
  upperQuartile: null,
  most: null,
} as const;

/** The numbers of a column, which it overwrites: a million take 8 MB. */
function packed(column: Float64Array): Float64Array {
  let count = 0;
  for (const value of column) if (!Number.isNaN(value)) column[count++] = value;
  return column.subarray(0, count);
}

const withoutNaN = (column: Float64Array): Float64Array => column.filter((value) => !Number.isNaN(value));

/** Figures that are themselves differences between two missions with the same seed. */
const PAIRED = 'beats.';

function figureSpread(tally: Tally, figure: string, buffer: Float64Array): FigureSpread | null {
  const values = packed(tally.column(figure, buffer)).sort();
  const missing = tally.runs - values.length;
  const spread = spreadOfSorted(values);
  const mean = missing === 0 ? (bootstrap(values)?.mean ?? null) : null;
  const paired = figure.startsWith(PAIRED) ? { paired: mean } : {};
  if (spread) return { count: values.length, missing, ...spread, ...paired };
  return figure === 'timeToGoal' && tally.hasGoal ? { count: 0, missing, ...EMPTY_SPREAD } : null;
}

export function summaryOf(
  tally: Tally,
  { scenario, mission, settings }: Variant,
  command: (seed: number) => string,
): ScenarioSummary {
  const { runs, passed, outcomes, stoppedForSafety, failedSeeds, faults, alike, worst, primary } = tally;
  // One for all figures: a million runs take 8 MB.
  const buffer = new Float64Array(runs);
  const values = Object.fromEntries(settings.map(({ key, value }) => [key, value]));
  return {
    scenario,
    ...(mission !== undefined && { mission }),
    ...(settings.length > 0 && { settings: values }),
    runs,
    passed,
    passRate: passed / runs,
    outcomes,
    stoppedForSafety,
    criteria: tally.criteria.map((criterion) => ({ ...criterion, passRate: criterion.passed / runs })),
    figures: Object.fromEntries(tally.figures.map((figure) => [figure, figureSpread(tally, figure, buffer)])),
    failedSeeds,
    faults,
    worst: worst
      ? {
          seed: worst.seed,
          passed: worst.passed,
          outcome: worst.outcome,
          figure: primary,
          value: worst.figures[primary] ?? null,
          command: command(worst.seed),
        }
      : null,
    alike,
  };
}

export function compareTallies(first: Tally, second: Tally): Comparison {
  const shared = first.figures.filter((figure) => second.figures.includes(figure));
  const figures = shared.flatMap((figure) => {
    const difference = differenceOf(first.column(figure), second.column(figure));
    return difference.neither === first.runs ? [] : [[figure, difference] as const];
  });
  const passes = differenceOf(first.passes(), second.passes());
  return {
    confidence: CONFIDENCE,
    passRate: {
      pairs: passes.pairs,
      onlyFirst: passes.less,
      onlySecond: passes.more,
      difference: passes.mean,
    },
    figures: Object.fromEntries(figures),
  };
}

/** Differences of a nanometre or the like are rounding errors of floating-point sums. */
const FIGURE_EPSILON = 1e-9;
const withoutRounding = (difference: number): number =>
  Math.abs(difference) < FIGURE_EPSILON ? 0 : difference;

function differenceOf(first: Float64Array, second: Float64Array): FigureDifference {
  const differences = second.map((value, i) => withoutRounding(value - (first[i] ?? Number.NaN)));
  const pairs = withoutNaN(differences);
  const count = (holds: (a: boolean, b: boolean) => boolean) =>
    first.reduce((sum, a, i) => sum + Number(holds(!Number.isNaN(a), !Number.isNaN(second[i]))), 0);
  const estimated = bootstrap(pairs);
  return {
    pairs: pairs.length,
    onlyFirst: count((a, b) => a && !b),
    onlySecond: count((a, b) => b && !a),
    neither: count((a, b) => !a && !b),
    less: pairs.filter((value) => value < 0).length,
    equal: pairs.filter((value) => value === 0).length,
    more: pairs.filter((value) => value > 0).length,
    mean: estimated?.mean ?? null,
    median: estimated?.median ?? null,
    resamples: estimated?.resamples ?? 0,
  };
}
