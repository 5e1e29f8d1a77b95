/** How driven wheels respond to commands: dead time, first-order lag, acceleration limit, stiction. */

import type { WheelSpeeds } from '../signals/signals.js';
import { clamp } from './geometry.js';
import { REST_SPEED } from './standstill.js';
import { exceeds } from './time.js';
import type { Meters, MetersPerSecond, MetersPerSecondSquared, Seconds } from './units.js';

export interface WheelResponse {
  /** Time constant of the first-order lag; 0 follows at once. */
  readonly lag: Seconds;
  /** A wheel at rest stays at rest while |command| is below this. */
  readonly breakaway: MetersPerSecond;
  readonly acceleration: MetersPerSecondSquared;
}

export interface WheelMotion {
  readonly speed: MetersPerSecond;
  readonly travel: Meters;
}

/**
 * The wheel after `dt` under a constant command u: v̇ = clamp((u − v)/lag, ±a), integrated exactly.
 *
 * While |u − v| > a·lag the speed is a straight line of slope a; from there on it is an exponential of time constant
 * `lag`. A wheel commanded to zero rests from the instant it falls below `REST_SPEED`, also within `dt`, so the result
 * does not depend on how time is cut into steps.
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

/** Wheel speeds sent to the body, and the time. */
export interface SentCommand extends WheelSpeeds {
  readonly at: Seconds;
}

/** How late and how fast wheels follow their commands. */
export interface CommandedWheels {
  /** From a command to its effect. */
  readonly latency: Seconds;
  readonly response: WheelResponse;
}

/**
 * Rolls both wheels from one instant to another; each command takes effect `latency` after it was sent.
 *
 * @param each called for every stretch of constant command, with its duration, so that a pose can follow its arc
 */
export function rollWheels(
  { latency, response }: CommandedWheels,
  { speeds, from, to }: { readonly speeds: WheelSpeeds; readonly from: Seconds; readonly to: Seconds },
  sent: readonly SentCommand[],
  each?: (left: Meters, right: Meters, lasting: Seconds) => void,
): WheelSpeeds {
  let now = from;
  let { left, right } = speeds;
  for (let i = workingAt(sent, from - latency); now < to; i++) {
    const command = sent[i];
    const next = sent[i + 1];
    const until = next ? Math.min(to, Math.max(now, next.at + latency)) : to;
    if (until > now) {
      const l = turnWheel(left, command?.left ?? 0, until - now, response);
      const r = turnWheel(right, command?.right ?? 0, until - now, response);
      left = l.speed;
      right = r.speed;
      each?.(l.travel, r.travel, until - now);
    }
    now = until;
  }
  return { left, right };
}

/** Whether the wheels stand, and no sent command will turn them. */
export const isAtRest = ({
  wheels,
  sent,
}: {
  readonly wheels: WheelSpeeds;
  readonly sent: readonly SentCommand[];
}): boolean => [wheels, ...sent].every(({ left, right }) => left === 0 && right === 0);

/** Index of the command sent last at or before `at`, or −1. */
function workingAt(sent: readonly SentCommand[], at: Seconds): number {
  let i = sent.length - 1;
  // A command that takes effect just now counts.
  while (i >= 0 && exceeds((sent[i] as SentCommand).at, at)) i--;
  return i;
}

/** The commands that still matter at `at`: the one in effect then, and later ones. */
export function stillWorking(sent: readonly SentCommand[], at: Seconds): readonly SentCommand[] {
  // From the oldest on: in a tick one or two no longer matter, of which there may be thirty.
  let next = 1;
  while (next < sent.length && !exceeds((sent[next] as SentCommand).at, at)) next++;
  return next > 1 ? sent.slice(next - 1) : sent;
}
