/** Random slip: how much more or less than its wheels' counts say a body moves. */
import type { Meters } from '../math/units.js';

/**
 * A number is σ of each wheel per √metre [√m], independent of the other's; the other form is that of the body's way
 * [√m] and of its heading [rad/√m].
 */
export type SlipSpec = number | BodySlip;

export interface BodySlip {
  readonly way: number;
  readonly heading: number;
}

/** What slip adds to the variances of a body's way and heading, for each metre that its wheels roll in the mean. */
export interface SlipVariance {
  /** [m²/m] */
  readonly along: Meters;
  /** [rad²/m] */
  readonly turn: number;
  /** Of way and heading together, for each metre that the right wheel rolls more than the left one [rad]. */
  readonly cross: number;
}

/**
 * With σ of each wheel, s of the way and h of the heading:
 *
 *     s² = σ²/2,   h² = 2σ²/b²,   cross = σ²/2b = s·h/2 = b·h²/4
 *
 * Of a body whose way slips more than its heading tells, only what one wheel slips beside the other is common to both.
 */
export function slipVariance(slip: SlipSpec, track: Meters): SlipVariance {
  const { way, heading } = bodySlip(slip, track);
  return {
    along: way * way,
    turn: heading * heading,
    cross: (heading * Math.min(way, (heading * track) / 2)) / 2,
  };
}

/** What slip of the wheels makes of the body's way and heading. */
export const bodySlip = (slip: SlipSpec, track: Meters): BodySlip =>
  typeof slip === 'number' ? { way: slip / Math.SQRT2, heading: (slip * Math.SQRT2) / track } : slip;
