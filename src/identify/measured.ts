/** A measured value and how sure it is. */
import type { Fit } from '../math/leastSquares.js';

/** A value with its standard deviation. */
export interface MeasuredValue {
  readonly value: number;
  readonly deviation: number;
}

/**
 * Σ wᵢ·pᵢ of a fit's parameters, with √(wᵀ·C·w) of their covariance C; infinite where it is not determined.
 *
 * @param caution by how much larger the deviation is told: C is right only for small errors of a model that is right
 */
export function measuredBy(
  { values, covariance }: Fit,
  weights: readonly number[],
  caution: number,
): MeasuredValue {
  const variance = weights.reduce(
    (sum, wi, i) =>
      weights.reduce((all, wj, j) => {
        if (wi === 0 || wj === 0) return all;
        return all + wi * wj * (covariance?.[i]?.[j] ?? Number.POSITIVE_INFINITY);
      }, sum),
    0,
  );
  return {
    value: weights.reduce((sum, weight, i) => sum + weight * (values[i] as number), 0),
    deviation: caution * Math.sqrt(Math.max(0, variance)),
  };
}

/** The weights of some parameters' sum. */
export const sumWeights = (...indexes: readonly number[]): number[] =>
  Array.from({ length: Math.max(...indexes) + 1 }, (_, i) => (indexes.includes(i) ? 1 : 0));
