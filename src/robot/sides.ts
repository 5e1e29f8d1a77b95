/** The four sides of a body, and whether a range sensor looks there. */
import { wrapAngle } from '../math/geometry.js';
import type { Meters, Radians } from '../math/units.js';

/** The middle of each side, from the body's forward direction; left positive. */
export const DIRECTIONS = { front: 0, left: Math.PI / 2, right: -Math.PI / 2, behind: Math.PI } as const;

/** A side reaches this far in both directions. */
const HALF_SIDE: Radians = Math.PI / 4;
const ROUNDING = 1e-9;

interface Look {
  readonly facing: Radians;
  readonly fieldOfView: Radians;
  /** A bumper has none, and sees nothing. */
  readonly range: Meters;
}

/** A fan that only touches the side's edge does not cover it; a single ray on an edge covers both sides. */
export function looksTo({ facing, fieldOfView, range }: Look, side: Radians): boolean {
  const off = Math.abs(wrapAngle(facing - side));
  return range > 0 && (off < HALF_SIDE + ROUNDING || off < HALF_SIDE + fieldOfView / 2 - ROUNDING);
}
