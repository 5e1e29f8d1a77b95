/** Statistics of many runs: quantiles, and the confidence interval of a paired difference. Pure. */
import { resumeRandom, seedRandom } from '../math/random.js';

/**
 * The p-quantile of sorted values: linear between the two nearest, at h = (n − 1) p from the least; NaN for no values.
 * Source: Hyndman & Fan 1996, type 7, which NumPy, R and spreadsheets use.
 */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const h = (sorted.length - 1) * p;
  const below = sorted[Math.floor(h)] ?? Number.NaN;
  const above = sorted[Math.ceil(h)] ?? Number.NaN;
  return below + (h - Math.floor(h)) * (above - below);
}

export interface Spread {
  readonly mean: number;
  readonly least: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly most: number;
}

/**
 * Mean, quartiles and extremes; null for no values.
 *
 * @example
 * ```ts
 * import { spreadOf } from 'steerbot/lab';
 * console.log(spreadOf([1, 2, 3, 10])?.median); // 2.5
 * ```
 */
export const spreadOf = (values: ArrayLike<number>): Spread | null =>
  spreadOfSorted(Float64Array.from(values).sort());

/** The same of values that are sorted already. */
export function spreadOfSorted(sorted: Float64Array): Spread | null {
  if (sorted.length === 0) return null;
  const at = (p: number) => quantile(sorted, p);
  return {
    mean: sorted.reduce((a, b) => a + b, 0) / sorted.length,
    least: at(0),
    lowerQuartile: at(0.25),
    median: at(0.5),
    upperQuartile: at(0.75),
    most: at(1),
  };
}

export interface IntervalEstimate {
  readonly value: number;
  /** null for fewer than `MIN_PAIRS` values. */
  readonly interval: readonly [low: number, high: number] | null;
}

export interface BootstrapResult {
  readonly mean: IntervalEstimate;
  readonly median: IntervalEstimate;
  /** The probability that an interval holds the true value. */
  readonly confidence: number;
  readonly resamples: number;
}

export const CONFIDENCE = 0.95;

/** Least and most of n values enclose the median with a chance of 1 − 2^(1 − n): with five that is below 95 %. */
export const MIN_PAIRS = 6;

const MAX_RESAMPLES = 2000;
const MIN_RESAMPLES = 200;
const MAX_DRAWS = 4e7;
const BOOTSTRAP_SEED = 1;

/** Fewer for very many values, to save minutes: their interval hardly depends on the number. */
const resamplesFor = (count: number): number =>
  Math.max(MIN_RESAMPLES, Math.min(MAX_RESAMPLES, Math.floor(MAX_DRAWS / count)));

/**
 * Mean and median of values, with percentile-bootstrap intervals: the values are drawn with replacement, `resamples`
 * times, and the interval holds the middle 95 % of the results. The generator is seeded with a constant: the same
 * values give the same bytes. Source: Efron & Tibshirani 1993. null for no values.
 *
 * @example
 * ```ts
 * import { bootstrap } from 'steerbot/lab';
 * const gains = [0.4, 0.1, 0.3, 0.2, 0.5, 0.3];
 * const [low, high] = bootstrap(gains)?.mean.interval ?? [];
 * console.log(low !== undefined && high !== undefined && low > 0.1 && high < 0.5); // true
 * ```
 */
export function bootstrap(values: ArrayLike<number>): BootstrapResult | null {
  const spread = spreadOf(values);
  if (!spread) return null;
  const sorted = Float64Array.from(values).sort();
  const resamples = resamplesFor(sorted.length);
  const drawn = sorted.length < MIN_PAIRS ? null : resampled(sorted, resamples);
  return {
    mean: { value: spread.mean, interval: drawn && confidenceInterval(drawn.means) },
    median: { value: spread.median, interval: drawn && confidenceInterval(drawn.medians) },
    confidence: CONFIDENCE,
    resamples: drawn ? resamples : 0,
  };
}

function confidenceInterval(estimates: Float64Array): readonly [number, number] {
  const sorted = estimates.toSorted();
  const tail = (1 - CONFIDENCE) / 2;
  return [quantile(sorted, tail), quantile(sorted, 1 - tail)];
}

function resampled(sorted: Float64Array, resamples: number) {
  const random = resumeRandom(seedRandom(BOOTSTRAP_SEED));
  const times = new Uint32Array(sorted.length);
  const means = new Float64Array(resamples);
  const medians = new Float64Array(resamples);
  for (let r = 0; r < resamples; r++) {
    times.fill(0);
    let sum = 0;
    for (let i = 0; i < sorted.length; i++) {
      const k = Math.floor(random.uniform() * sorted.length);
      times[k] = (times[k] ?? 0) + 1;
      sum += sorted[k] ?? 0;
    }
    means[r] = sum / sorted.length;
    medians[r] = medianOf(sorted, times);
  }
  return { means, medians };
}

/** The median of the sorted values, each counted `times[i]` times. */
function medianOf(sorted: Float64Array, times: Uint32Array): number {
  const half = sorted.length / 2;
  let k = -1;
  let taken = 0;
  while (taken < half) taken += times[++k] ?? sorted.length;
  const lower = sorted[k] ?? Number.NaN;
  // If exactly half lie at or below it, the median is between it and the next value that was drawn.
  if (taken > half) return lower;
  let next = k + 1;
  while (times[next] === 0) next++;
  return (lower + (sorted[next] ?? Number.NaN)) / 2;
}
