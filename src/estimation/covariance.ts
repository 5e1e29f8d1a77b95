/** How unsure a dead-reckoned pose is. */

import type { Meters, Radians } from '../math/units.js';
import type { Covariance } from '../signals/signals.js';

export const ZERO_COVARIANCE: Covariance = { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 };

/** What a turn adds to the heading's variance [rad²], and how much of it goes with what the wheels rolled. */
export interface TurnNoise {
  readonly variance: number;
  readonly wheelShare: number;
}

/** (q_l + q_r)/b² [rad²]. */
export const wheelTurnVariance = (left: Meters, right: Meters, track: Meters, q: Meters): number =>
  (q * (Math.abs(left) + Math.abs(right))) / (track * track);

/**
 * P ← F P Fᵀ + G Q Gᵀ for one arc of length d at middle heading ψ.
 *
 * F carries the heading's error into x and y: ∂x/∂θ = −d sin ψ, ∂y/∂θ = d cos ψ. Each wheel adds q·|way| of
 * variance, independently, so Q has (q_l + q_r)/4 along the way and (q_l + q_r)/b² in heading.
 *
 * @param q variance a wheel adds for each metre it rolls [m]
 * @param turn where a gyroscope has a say: the heading's variance, and the share in it that is the wheels'
 */
export function growCovariance(
  p: Covariance,
  left: Meters,
  right: Meters,
  middle: Radians,
  track: Meters,
  q: Meters,
  turn: TurnNoise = { variance: wheelTurnVariance(left, right, track, q), wheelShare: 1 },
): Covariance {
  const way = (left + right) / 2;
  const fx = -way * Math.sin(middle);
  const fy = way * Math.cos(middle);
  const c = Math.cos(middle);
  const s = Math.sin(middle);
  const along = (q * (Math.abs(left) + Math.abs(right))) / 4;
  const cross = (turn.wheelShare * q * (Math.abs(right) - Math.abs(left))) / (2 * track);
  return {
    xx: p.xx + 2 * fx * p.xh + fx * fx * p.hh + along * c * c,
    xy: p.xy + fx * p.yh + fy * p.xh + fx * fy * p.hh + along * c * s,
    xh: p.xh + fx * p.hh + cross * c,
    yy: p.yy + 2 * fy * p.yh + fy * fy * p.hh + along * s * s,
    yh: p.yh + fy * p.hh + cross * s,
    hh: p.hh + turn.variance,
  };
}
