/** Curves as points along them. */
import type { Vec2 } from '../../math/geometry.js';

/** Of one piece: a bend of a quarter turn is off its arc by less than 0.1 % of its radius. */
const STEPS = 20;

/**
 * A cubic Bézier curve, p(t) = (1−t)³ p₀ + 3(1−t)² t p₁ + 3(1−t) t² p₂ + t³ p₃, without its first point. A quadratic one
 * with the control point q is the cubic one with p₁ = p₀ + ⅔(q − p₀), p₂ = p₃ + ⅔(q − p₃).
 */
export function bezier(p0: Vec2, p1: Vec2, p2: Vec2, p3: Vec2): Vec2[] {
  return steps((t) => {
    const u = 1 - t;
    return mixed([u * u * u, p0], [3 * u * u * t, p1], [3 * u * t * t, p2], [t * t * t, p3]);
  });
}

/** A waypoint and the first derivative of the curve there. */
export interface Knot {
  readonly at: Vec2;
  readonly tangent: Vec2;
}

/**
 * Quintic Hermite splines whose second derivative is 0 at every knot, as WPILib drives PathWeaver's waypoints
 * (`TrajectoryGenerator`, control vectors):
 *
 *     p(t) = (1 − 10t³ + 15t⁴ − 6t⁵) p₀ + (t − 6t³ + 8t⁴ − 3t⁵) m₀ + (10t³ − 15t⁴ + 6t⁵) p₁ + (−4t³ + 7t⁴ − 3t⁵) m₁
 */
export function throughTangents(knots: readonly Knot[]): Vec2[] {
  const [first] = knots;
  if (!first) return [];
  const pieces = knots.slice(1).flatMap((to, i) => {
    const from = knots[i] as Knot;
    return steps((t) => {
      const [t3, t4, t5] = [t ** 3, t ** 4, t ** 5];
      const end = 10 * t3 - 15 * t4 + 6 * t5;
      return mixed(
        [1 - end, from.at],
        [t - 6 * t3 + 8 * t4 - 3 * t5, from.tangent],
        [end, to.at],
        [-4 * t3 + 7 * t4 - 3 * t5, to.tangent],
      );
    });
  });
  return [first.at, ...pieces];
}

const steps = (at: (t: number) => Vec2): Vec2[] =>
  Array.from({ length: STEPS }, (_, i) => at((i + 1) / STEPS));

const mixed = (...parts: readonly (readonly [share: number, point: Vec2])[]): Vec2 => ({
  x: parts.reduce((sum, [share, { x }]) => sum + share * x, 0),
  y: parts.reduce((sum, [share, { y }]) => sum + share * y, 0),
});
