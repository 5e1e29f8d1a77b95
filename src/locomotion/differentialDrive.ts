/** From forward speed and turn rate to two wheel speeds that the wheels can really take. */

import type { BodyLimits } from '../body.js';
import { clamp } from '../geometry.js';
import type { Twist, WheelSpeeds } from '../signals.js';
import type { Meters, MetersPerSecond, Seconds } from '../units.js';

/** v = (R + L)/2, ω = (R − L)/b. */
export const toTwist = ({ left, right }: WheelSpeeds, track: Meters): Twist => ({
  linear: (left + right) / 2,
  angular: (right - left) / track,
});

/** L = v − ωb/2, R = v + ωb/2. */
export const toWheels = ({ linear, angular }: Twist, track: Meters): WheelSpeeds => ({
  left: linear - (angular * track) / 2,
  right: linear + (angular * track) / 2,
});

/** Rounding of a sum of speeds [m/s]. */
const SLACK: MetersPerSecond = 1e-12;
/** Asked for less than this, both wheels are to stand; a line through almost zero has no curvature [m/s]. */
const STANDING: MetersPerSecond = 1e-9;

/**
 * Saturation and acceleration as one choice: of all wheel speeds that the next tick can reach, those of the
 * wanted curvature with the most speed.
 *
 * Reachable is a box, each wheel within ±a·dt of its last speed and within ±V. The wanted curvature is the line
 * λ·(L, R); λ = 1 where the box holds it, else the nearest λ inside. Where the line misses the box, the corner
 * nearest to it that is no faster than what is wanted or was. To stop, both wheels slow in proportion, which keeps the curvature they have.
 */
export function chooseWheels(wanted: Twist, last: WheelSpeeds, body: BodyLimits, dt: Seconds): WheelSpeeds {
  const turn = clamp(wanted.angular, -body.maxTurnRate, body.maxTurnRate);
  const slower = wanted.angular === 0 ? 1 : turn / wanted.angular;
  const aim = toWheels({ linear: wanted.linear * slower, angular: turn }, body.track);
  const step = body.maxAcceleration * dt;
  const left = window(last.left, step, body.maxWheelSpeed);
  const right = window(last.right, step, body.maxWheelSpeed);
  const stopping = Math.abs(aim.left) < STANDING && Math.abs(aim.right) < STANDING;
  const line = stopping ? last : aim;
  const reach = intersect(along(line.left, left), along(line.right, right));
  if (reach) {
    const share = clamp(stopping ? 0 : 1, reach[0], reach[1]);
    return { left: line.left * share, right: line.right * share };
  }
  return nearestCorner(aim, last, left, right);
}

type Interval = readonly [low: number, high: number];

/** A wheel that is faster than its limit is cut to it at once. */
function window(last: MetersPerSecond, step: MetersPerSecond, cap: MetersPerSecond): Interval {
  return [Math.min(Math.max(last - step, -cap), cap), Math.max(Math.min(last + step, cap), -cap)];
}

/** For which λ one wheel of λ·line lies in its window. */
function along(line: MetersPerSecond, [low, high]: Interval): Interval | undefined {
  if (line === 0)
    return low <= 0 && high >= 0 ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : undefined;
  return line > 0 ? [low / line, high / line] : [high / line, low / line];
}

function intersect(a: Interval | undefined, b: Interval | undefined): Interval | undefined {
  if (!a || !b) return undefined;
  const low = Math.max(a[0], b[0]);
  const high = Math.min(a[1], b[1]);
  return low <= high ? [low, high] : undefined;
}

function nearestCorner(aim: WheelSpeeds, last: WheelSpeeds, left: Interval, right: Interval): WheelSpeeds {
  const fastest = Math.max(Math.abs(aim.left + aim.right), Math.abs(last.left + last.right));
  // Where every corner is too fast, each wheel goes as far towards what is wanted as it can.
  let best: WheelSpeeds = { left: clamp(aim.left, ...left), right: clamp(aim.right, ...right) };
  let least = Number.POSITIVE_INFINITY;
  for (const l of left) {
    for (const r of right) {
      if (Math.abs(l + r) > fastest + SLACK) continue;
      // Distance from the line (sine), then the faster along it.
      const off = Math.abs(l * aim.right - r * aim.left) - 1e-9 * (l * aim.left + r * aim.right);
      if (off < least) [best, least] = [{ left: l, right: r }, off];
    }
  }
  return best;
}
