/** Where two bodies meet, if one keeps its velocity and the other keeps its speed. */
import { cross, dot, length, type Vec2 } from '../../math/geometry.js';
import type { MetersPerSecond, Seconds } from '../../math/units.js';

/**
 * The smallest t > 0 of |p + v t| = s·t: when a body of speed s can be where the other is. None where it never can.
 *
 * With u = 1/t it is p² u² + 2 p·v u + v² − s² = 0, whose largest root is the earliest time; a target as fast as the
 * body is no special case. p = (10, 0), v = (0, 1), s = 2: t = 10/√3. In the same place t = 0.
 *
 * @param p from the body to the other [m]
 * @param v of the other [m/s]
 */
export function interceptTime(p: Vec2, v: Vec2, s: MetersPerSecond): Seconds | undefined {
  const c = dot(p, p);
  if (c === 0) return 0;
  const b = dot(p, v);
  const a = dot(v, v) - s * s;
  const squared = b * b - a * c;
  if (!(squared >= 0)) return undefined;
  const root = Math.sqrt(squared);
  // Of the two forms of the same root the one that subtracts no two numbers that are nearly the same.
  const time = b <= 0 ? c / (root - b) : a < 0 ? (root + b) / -a : Number.POSITIVE_INFINITY;
  return Number.isFinite(time) ? time : undefined;
}

/** No prediction is longer than this many times the time it takes to go where the other is now. */
const LONGEST = 10;

/**
 * How far ahead to look at a target: until it can be met; where it cannot, until a body that goes straight to where
 * the target will be then comes nearest to it, the t ≥ 0 that minimizes |p + v t| − s·t.
 *
 * With p split along and across v that is t = (|p⊥| s/√(v² − s²) − p∥)/|v|, or now, where the gap only grows. The two
 * go over into each other, so that a target about as fast as the body does not make it flutter. At most
 * 10 |p|/s: a target nearly as fast as the body will not keep its velocity for ever.
 */
export function meetingTime(p: Vec2, v: Vec2, s: MetersPerSecond): Seconds {
  const speed = length(v);
  const away = length(p);
  if (!(s > 0) || speed === 0) return s > 0 ? away / s : 0;
  const time = interceptTime(p, v, s) ?? nearestTime(p, v, speed, s);
  return Math.min(time, (LONGEST * away) / s);
}

function nearestTime(p: Vec2, v: Vec2, speed: MetersPerSecond, s: MetersPerSecond): Seconds {
  const faster = Math.sqrt(Math.max(0, speed * speed - s * s));
  if (faster === 0) return Number.POSITIVE_INFINITY;
  const across = Math.abs(cross(v, p)) / speed;
  return Math.max(0, ((across * s) / faster - dot(p, v) / speed) / speed);
}
