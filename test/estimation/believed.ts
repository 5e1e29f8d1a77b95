/** What a test asks of a belief, and how it makes one unsure. */
import { poseCovariance } from '../../src/estimation/belief.js';
import type { EstimatorState } from '../../src/estimation/estimatorState.js';
import type { Covariance } from '../../src/signals/signals.js';

export const ZERO_COVARIANCE: Covariance = { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 };

export const covarianceOf = ({ belief }: EstimatorState): Covariance => poseCovariance(belief);

/** The same state, as sure of its pose as a covariance says. */
export function withCovariance(
  state: EstimatorState,
  { xx, xy, xh, yy, yh, hh }: Covariance,
): EstimatorState {
  const { belief } = state;
  const n = 3 + belief.errors.length;
  const covariance = [...belief.covariance];
  for (const [i, row] of [
    [xx, xy, xh],
    [xy, yy, yh],
    [xh, yh, hh],
  ].entries())
    for (const [j, value] of row.entries()) covariance[n * i + j] = value;
  return { ...state, belief: { ...belief, covariance } };
}
