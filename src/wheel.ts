/** How a driven wheel answers its command: dead time aside, a first-order lag, an acceleration limit, stiction. */
import { clamp } from './geometry.js';
import type { Meters, MetersPerSecond, MetersPerSecondSquared, Seconds } from './units.js';

export interface WheelResponse {
  /** Time constant of the first-order lag; 0 follows at once. */
  readonly lag: Seconds;
  /** A wheel at rest stays at rest while |command| is below this. */
  readonly breakaway: MetersPerSecond;
  readonly acceleration: MetersPerSecondSquared;
}

/** Below this a wheel that is commanded to zero comes to rest, and has to break away again. */
export const REST_SPEED: MetersPerSecond = 0.001;

export interface WheelMotion {
  readonly speed: MetersPerSecond;
  readonly travel: Meters;
}

/**
 * The wheel after `dt` under a constant command u: v̇ = clamp((u − v)/lag, ±a), integrated exactly.
 *
 * While |u − v| > a·lag the speed is a straight line of slope a; from there on it is an exponential of time
 * constant `lag`, so the answer does not depend on how time is cut into steps.
 */
export function turnWheel(
  speed: MetersPerSecond,
  command: MetersPerSecond,
  dt: Seconds,
  response: WheelResponse,
): WheelMotion {
  const { lag, breakaway, acceleration: a } = response;
  // A wheel at rest needs |command| ≥ breakaway; the tolerance keeps a command of exactly that value moving.
  const held = speed === 0 && Math.abs(command) < breakaway - 1e-9;
  const comesToRest = command === 0 && Math.abs(speed) < REST_SPEED;
  if (held || comesToRest) return { speed: 0, travel: 0 };

  const gap = command - speed;
  const ramp = clamp((Math.abs(gap) - a * lag) / a, 0, dt);
  const slope = Math.sign(gap) * a;
  const ramped = ramp > 0 ? speed + slope * ramp : speed;
  const travel = speed * ramp + (slope * ramp * ramp) / 2;
  const rest = dt - ramp;
  if (rest <= 0) return { speed: ramped, travel };
  if (lag === 0) return { speed: command, travel: travel + command * rest };
  const decay = -Math.expm1(-rest / lag);
  const left = command - ramped;
  return { speed: ramped + left * decay, travel: travel + command * rest - left * lag * decay };
}
