/** What a test asks of a belief, and how it makes one unsure. */
import { poseCovariance } from '../../src/estimation/belief.js';
import type { EstimatorParameters, EstimatorState } from '../../src/estimation/estimatorState.js';
import { wheelDoubts } from '../../src/estimation/wheelDoubt.js';
import type { Covariance } from '../../src/signals/signals.js';

/** A body with encoders that rolls at once as it is told. */
export const instantBody = (track: number, perCount: number): EstimatorParameters => ({
  track,
  doubts: wheelDoubts(track),
  latency: 0,
  patience: 0.15,
  response: { lag: 0, breakaway: 0, acceleration: 1e9 },
  metersPerCount: { left: perCount, right: perCount },
});

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
