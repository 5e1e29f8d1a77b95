/**
 * Errors that a body has for good, as states that are taken into account and not corrected (Schmidt).
 *
 * With the share s by which both wheels are quicker, δ by which the right one is quicker than the left, and β by which
 * the track is wider, a body that is to go Δs and Δθ goes (1 + s)·Δs and turns by (1 + s − β)·Δθ + δ·Δs/b. Each of the
 * three, of the variance B, moves the pose by g in a step, and has the covariance C with the pose's error:
 *
 *     g = (a cos ψ − ½Δs·t sin ψ, a sin ψ + ½Δs·t cos ψ, t),     a = ∂Δs, t = ∂Δθ by the error,
 *     u = F C,   P ← F P Fᵀ + Q + u gᵀ + g uᵀ + B g gᵀ,   C ← u + B g
 *
 * with F and Q as in `odometry`. So errors add up along a straight way, and what a turn to the left adds, one to the right
 * takes away.
 *
 * S. F. Schmidt, Application of State-Space Methods to Navigation Problems, 1966.
 */
import type { Meters, Radians } from '../math/units.js';
import type { PlacedPose, Turn, WheelWays } from './odometry.js';
import type { LastingErrors } from './wheelDoubt.js';

/** C, of the pose's error with another one: in m, m, and rad of its unit. */
export interface Shared {
  readonly x: number;
  readonly y: number;
  readonly h: number;
}

/** Of the pose's error with each of the lasting ones. */
export type LastingShared = Readonly<Record<keyof LastingErrors, Shared>>;

const NONE: Shared = { x: 0, y: 0, h: 0 };
/** Where the pose is known. */
export const NOTHING_SHARED: LastingShared = { speed: NONE, difference: NONE, track: NONE };

/** What a step has to do with the lasting errors. */
interface Step {
  /** Before it. */
  readonly heading: Radians;
  readonly ways: WheelWays;
  readonly turn: Turn;
  /** Share of the wheels in the turn; a gyroscope has the rest. */
  readonly byWheels: number;
  readonly track: Meters;
}

/** A place, with what its error has in common with the lasting ones. */
export interface Placed extends PlacedPose {
  readonly lasting: LastingShared;
}

/**
 * The place after a step, with the lasting errors' part in its covariance.
 *
 * @param placed after it, without that part @param shared before it
 */
export function withLasting(
  { pose, covariance }: PlacedPose,
  shared: LastingShared,
  { heading, ways: { left, right }, turn, byWheels, track }: Step,
  { speed, difference, track: trackError }: LastingErrors,
): Placed {
  const way = (left + right) / 2;
  const middle = heading + turn.turned / 2;
  const [c, s] = [Math.cos(middle), Math.sin(middle)];
  let { xx, xy, xh, yy, yh, hh } = covariance;
  const added = (of: Shared, deviation: number, along: Meters, turned: Radians): Shared => {
    const u = { x: of.x - way * s * of.h, y: of.y + way * c * of.h, h: of.h };
    if (deviation === 0) return u;
    const b = deviation * deviation;
    const gx = along * c - (way * turned * s) / 2;
    const gy = along * s + (way * turned * c) / 2;
    xx += 2 * u.x * gx + b * gx * gx;
    xy += u.x * gy + u.y * gx + b * gx * gy;
    xh += u.x * turned + u.h * gx + b * gx * turned;
    yy += 2 * u.y * gy + b * gy * gy;
    yh += u.y * turned + u.h * gy + b * gy * turned;
    hh += 2 * u.h * turned + b * turned * turned;
    return { x: u.x + b * gx, y: u.y + b * gy, h: u.h + b * turned };
  };
  const turned = (byWheels * (right - left)) / track;
  const lasting = {
    // Counts have none of these two.
    speed: speed === 0 && shared.speed === NONE ? NONE : added(shared.speed, speed, way, turned),
    difference:
      difference === 0 && shared.difference === NONE
        ? NONE
        : added(shared.difference, difference, 0, (byWheels * way) / track),
    track: added(shared.track, trackError, 0, -turned),
  };
  return { pose, covariance: { xx, xy, xh, yy, yh, hh }, lasting };
}

/** C ← C − K C_h: a heading was corrected with the gain K. */
export const correctedLasting = (shared: LastingShared, gain: Shared): LastingShared => ({
  speed: without(shared.speed, gain),
  difference: without(shared.difference, gain),
  track: without(shared.track, gain),
});

const without = ({ x, y, h }: Shared, gain: Shared): Shared => ({
  x: x - gain.x * h,
  y: y - gain.y * h,
  h: h - gain.h * h,
});
