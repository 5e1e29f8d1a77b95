/** How the doubt of a body grows that nothing measures: the errors of motors are constant, and add up along the way. */
import type { Meters } from '../math/units.js';
import type { Unmeasured } from './estimatorState.js';
import { SPEED_ERROR, TRACK_ERROR, WHEEL_DIFFERENCE } from './expectedError.js';
import type { Turn, WheelWays } from './odometry.js';

export const MEASURED: Unmeasured = { way: 0, turned: 0 };

/**
 * The commanded turn, with what typical motors leave unknown of it. With the share s by which both wheels are quicker,
 * δ by which the right one is quicker than the left, and β by which the track is wider, a body that is commanded Δs and
 * Δθ goes (1 + s)·Δs and turns by (1 + s − β)·Δθ + δ·Δs/b. These are the same in every step, so after S and Θ in all the
 * variances are σ_s²S² along the way and σ_δ²S²/b² + (σ_s² + σ_β²)Θ² in heading; each step adds its part.
 *
 * Steps are taken for independent, as a covariance must: on a straight way the side error is 0.82 of the true one,
 * since it is the early errors of heading that carry it off. Turns to both sides cancel in truth, and here do not.
 */
export function commandedTurn(
  { left, right }: WheelWays,
  track: Meters,
  since: Unmeasured,
): { readonly turn: Turn; readonly since: Unmeasured } {
  const way = (left + right) / 2;
  const turned = (right - left) / track;
  const next = { way: since.way + Math.abs(way), turned: since.turned + Math.abs(turned) };
  const ways = next.way ** 2 - since.way ** 2;
  const turns = next.turned ** 2 - since.turned ** 2;
  const variance = (WHEEL_DIFFERENCE / track) ** 2 * ways + (SPEED_ERROR ** 2 + TRACK_ERROR ** 2) * turns;
  return { turn: { turned, variance, along: SPEED_ERROR ** 2 * ways, cross: 0 }, since: next };
}
