/** How uncertain a place is, as an ellipse: two standard deviations along each axis. */

import type { Meters, Radians } from '../../../../math/units.js';
import type { Covariance } from '../../../../signals/signals.js';

export interface Ellipse {
  /** Half axes, the longer one first. */
  readonly long: Meters;
  readonly short: Meters;
  /** Of the longer axis, from +x. */
  readonly angle: Radians;
}

const ELLIPSE_SIGMAS = 2;

/** Eigenvalues λ = (xx + yy)/2 ± √(((xx − yy)/2)² + xy²); the longer axis lies at ½ atan2(2 xy, xx − yy). */
export function ellipseOf({ xx, xy, yy }: Pick<Covariance, 'xx' | 'xy' | 'yy'>): Ellipse {
  const mean = (xx + yy) / 2;
  const spread = Math.sqrt(((xx - yy) / 2) ** 2 + xy ** 2);
  return {
    long: ELLIPSE_SIGMAS * Math.sqrt(Math.max(0, mean + spread)),
    short: ELLIPSE_SIGMAS * Math.sqrt(Math.max(0, mean - spread)),
    angle: Math.atan2(2 * xy, xx - yy) / 2,
  };
}

/** Likewise of the heading. */
export const headingSpread = ({ hh }: Pick<Covariance, 'hh'>): Radians =>
  Math.min(Math.PI, ELLIPSE_SIGMAS * Math.sqrt(Math.max(0, hh)));
