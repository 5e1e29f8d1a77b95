/**
 * How far ahead a pursuer or an evader looks: until the two can meet (the target keeps its velocity, the body its
 * speed), or a fixed time.
 */

import { z } from 'zod';
import { cross, dot, length, type Vec2 } from '../math/geometry.js';
import type { MetersPerSecond, Seconds } from '../math/units.js';
import type { Mark } from '../signals/signals.js';
import { isFound } from '../validation/errors.js';
import { sayIssue } from '../validation/issues.js';
import { quantities, quantity } from '../validation/quantity.js';

/**
 * The smallest t > 0 of |p + v t| = s·t: when a body of speed s can reach the target. Undefined if it never can.
 *
 * With u = 1/t it is p² u² + 2 p·v u + v² − s² = 0, whose largest root is the earliest time; a target as fast as the
 * body needs no special case. p = (10, 0), v = (0, 1), s = 2: t = 10/√3. In the same place t = 0.
 *
 * @param p from the body to the other [m]
 * @param v of the other [m/s]
 * @example
 * ```ts
 * import { interceptTime, vec } from 'steerbot/geometry';
 * // 3 m ahead, crossing at 1 m/s; we drive 2 m/s.
 * console.log(interceptTime(vec(3, 0), vec(0, 1), 2)?.toFixed(2)); // 1.73
 * ```
 */
export function interceptTime(p: Vec2, v: Vec2, s: MetersPerSecond): Seconds | undefined {
  const c = dot(p, p);
  if (c === 0) return 0;
  const b = dot(p, v);
  const a = dot(v, v) - s * s;
  const squared = b * b - a * c;
  if (!(squared >= 0)) return undefined;
  const root = Math.sqrt(squared);
  // Of two forms of the same root, the one that does not subtract nearly equal numbers (cancellation).
  const time = b <= 0 ? c / (root - b) : a < 0 ? (root + b) / -a : Number.POSITIVE_INFINITY;
  return Number.isFinite(time) ? time : undefined;
}

/** Longest prediction, as a multiple of the time to reach the target's present place. */
const MAX_PREDICTION_RATIO = 10;

/**
 * How far ahead to predict a target: until the body can meet it. If it never can: until a body that drives straight to
 * the predicted place comes nearest to the target, the t ≥ 0 that minimizes |p + v t| − s·t.
 *
 * With p split along and across v that is t = (|p⊥| s/√(v² − s²) − p∥)/|v|, or 0 if the gap only grows. The two cases
 * join continuously, so the body does not waver behind a target about as fast as itself. At most 10 |p|/s: a target
 * nearly as fast as the body will change its velocity before that.
 */
export function meetingTime(p: Vec2, v: Vec2, s: MetersPerSecond): Seconds {
  const speed = length(v);
  const away = length(p);
  if (!(s > 0) || speed === 0) return s > 0 ? away / s : 0;
  const time = interceptTime(p, v, s) ?? nearestTime(p, v, speed, s);
  return Math.min(time, (MAX_PREDICTION_RATIO * away) / s);
}

function nearestTime(p: Vec2, v: Vec2, speed: MetersPerSecond, s: MetersPerSecond): Seconds {
  const faster = Math.sqrt(Math.max(0, speed * speed - s * s));
  if (faster === 0) return Number.POSITIVE_INFINITY;
  const across = Math.abs(cross(v, p)) / speed;
  return Math.max(0, ((across * s) / faster - dot(p, v) / speed) / speed);
}

const lookAheadTime = quantity('s', { min: 0 });

/** `exact` or a time [s]. */
export const lookAheadParameter = z
  .custom<LookAheadInput>()
  .transform((value: unknown, context): 'exact' | Seconds => {
    if (value === 'exact') return value;
    const wrongType = typeof value !== 'number' && !(typeof value === 'string' && /\d/.test(value));
    const parsed = wrongType ? undefined : lookAheadTime.safeParse(value, { error: sayIssue });
    if (parsed?.success) return parsed.data;
    const [issue] = parsed?.error.issues ?? [];
    context.addIssue(issue?.message ?? `${isFound(value)}; exact or a time is wanted, such as 0.5 s`);
    return z.NEVER;
  })
  .prefault('exact')
  .register(quantities, { unit: 's', range: { min: 0 } });

export type LookAheadInput = 'exact' | number | string;

/** Where a target is now and where it is expected. */
export function predictionMarks(now: Vec2, expected: Vec2): Mark[] {
  return [
    { kind: 'segment', from: now, to: expected, label: 'prediction' },
    { kind: 'point', at: expected, label: 'predicted' },
  ];
}
