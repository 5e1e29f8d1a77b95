/** How a driven wheel answers its command, dead time aside: first-order lag, acceleration limit, stiction. */
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
 * constant `lag`. A wheel commanded to zero rests from the instant it falls below `REST_SPEED`, also within
 * `dt`, so the answer does not depend on how time is cut into steps.
 */
export function turnWheel(
  speed: MetersPerSecond,
  command: MetersPerSecond,
  dt: Seconds,
  response: WheelResponse,
): WheelMotion {
  // A wheel at rest needs |command| ≥ breakaway; the tolerance keeps a command of exactly that value moving.
  const held = speed === 0 && Math.abs(command) < response.breakaway - 1e-9;
  const comesToRest = command === 0 && Math.abs(speed) <= REST_SPEED;
  if (held || comesToRest) return { speed: 0, travel: 0 };
  if (command !== 0) return follow(speed, command, dt, response);

  const untilRest = timeToRest(Math.abs(speed), response);
  if (untilRest > dt) return follow(speed, 0, dt, response);
  return { speed: 0, travel: follow(speed, 0, untilRest, response).travel };
}

/** Time until a wheel commanded to zero falls to `REST_SPEED`: the straight part, then the exponential. */
function timeToRest(speed: MetersPerSecond, { lag, acceleration: a }: WheelResponse): Seconds {
  const bend = Math.max(a * lag, REST_SPEED);
  const straight = Math.max(0, speed - bend) / a;
  return straight + lag * Math.log(Math.min(speed, bend) / REST_SPEED);
}

function follow(
  speed: MetersPerSecond,
  command: MetersPerSecond,
  dt: Seconds,
  response: WheelResponse,
): WheelMotion {
  const { lag, acceleration: a } = response;
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
