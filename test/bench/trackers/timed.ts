/**
 * Laws that follow a timed trajectory, as in WPILib: Ramsete, and a linear-quadratic regulator. They get ours, the
 * fastest.
 */
import { type Pose, rotate, sub, wrapAngle } from '../../../src/math/geometry.js';
import type { Seconds } from '../../../src/math/units.js';
import type { Twist } from '../../../src/signals/signals.js';
import type { Reference } from '../../../src/steering/paths/reference.js';
import { gainAt, type Tolerances } from './regulator.js';

interface Error {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

type Law = (error: Error, wanted: Twist) => Twist;

/** The reference itself has no start and no end: it is driven from rest to rest, with these [m/s²]. */
const START = 1;
const BRAKING = 0.85;

/** Runs the reference by its own clock. */
export function timed(reference: Reference, track: number, dt: Seconds, law: Law): (pose: Pose) => Twist {
  let place = 0;
  let pace = 0;
  return (pose) => {
    const target = reference.poseAt(place);
    const left = reference.left(place);
    let wanted = { linear: 0, angular: 0 };
    if (left > 0.001) {
      const wheels = reference.wheelsFrom(place, dt);
      const fastest = Math.max(Math.abs(wheels.left), Math.abs(wheels.right));
      pace = Math.min(fastest, pace + START * dt, Math.sqrt(2 * BRAKING * left));
      const share = pace / fastest;
      wanted = {
        linear: (share * (wheels.left + wheels.right)) / 2,
        angular: (share * (wheels.right - wheels.left)) / track,
      };
      place = Math.min(reference.end, reference.placeAfter(place, share * dt));
    }
    const off = rotate(sub(target, pose), -pose.heading);
    return law({ ...off, heading: wrapAngle(target.heading - pose.heading) }, wanted);
  };
}

const sinc = (angle: number): number => (Math.abs(angle) < 1e-9 ? 1 : Math.sin(angle) / angle);

/**
 * v = v_r cos e_θ + k e_x, ω = ω_r + k e_θ + b v_r sinc(e_θ) e_y, k = 2ζ√(ω_r² + b v_r²).
 *
 * @see De Luca, Oriolo and Vendittelli, "Control of wheeled mobile robots: an experimental overview" (2001)
 */
export const ramsete =
  (b: number, zeta: number): Law =>
  ({ x, y, heading }, { linear, angular }) => {
    const k = 2 * zeta * Math.sqrt(angular ** 2 + b * linear ** 2);
    return {
      linear: linear * Math.cos(heading) + k * x,
      angular: angular + k * heading + b * linear * sinc(heading) * y,
    };
  };

/** u = u_r + K(v_r) e with K of the linear-quadratic regulator for that speed. */
export const quadratic =
  (tolerances: Tolerances, dt: Seconds): Law =>
  ({ x, y, heading }, { linear, angular }) => {
    const [[a, b, c], [d, e, f]] = gainAt(linear, dt, tolerances);
    return {
      linear: linear + a * x + b * y + c * heading,
      angular: angular + d * x + e * y + f * heading,
    };
  };
