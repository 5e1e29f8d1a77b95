/** Plane vectors, angles and poses: immutable, x forward, y left, angles counter-clockwise. */
import type { Meters, Radians } from './units.js';

export interface Vec2 {
  readonly x: number;
  readonly y: number;
}

/** The pose of a body: the middle of its axle, and its heading. */
export interface Pose extends Vec2 {
  readonly heading: Radians;
}

/**
 * @example
 * ```ts
 * import { ZERO } from 'steerbot/geometry';
 * console.log(ZERO); // { x: 0, y: 0 }
 * ```
 */
export const ZERO: Vec2 = { x: 0, y: 0 };

/**
 * @example
 * ```ts
 * import { vec } from 'steerbot/geometry';
 * console.log(vec(1, 2)); // { x: 1, y: 2 }
 * ```
 */
export const vec = (x: number, y: number): Vec2 => ({ x, y });
/**
 * @example
 * ```ts
 * import { add, vec } from 'steerbot/geometry';
 * console.log(add(vec(1, 2), vec(3, 4))); // { x: 4, y: 6 }
 * ```
 */
export const add = (a: Vec2, b: Vec2): Vec2 => ({ x: a.x + b.x, y: a.y + b.y });
/**
 * @example
 * ```ts
 * import { sub, vec } from 'steerbot/geometry';
 * console.log(sub(vec(3, 4), vec(1, 1))); // { x: 2, y: 3 }
 * ```
 */
export const sub = (a: Vec2, b: Vec2): Vec2 => ({ x: a.x - b.x, y: a.y - b.y });
/**
 * @example
 * ```ts
 * import { scale, vec } from 'steerbot/geometry';
 * console.log(scale(vec(1, 2), 3)); // { x: 3, y: 6 }
 * ```
 */
export const scale = (a: Vec2, k: number): Vec2 => ({ x: a.x * k, y: a.y * k });
/**
 * @example
 * ```ts
 * import { dot, vec } from 'steerbot/geometry';
 * console.log(dot(vec(1, 2), vec(3, 4))); // 11
 * ```
 */
export const dot = (a: Vec2, b: Vec2): number => a.x * b.x + a.y * b.y;
/**
 * z of the cross product: positive if b lies to the left of a.
 *
 * @example
 * ```ts
 * import { cross, vec } from 'steerbot/geometry';
 * console.log(cross(vec(1, 0), vec(0, 1))); // 1
 * ```
 */
export const cross = (a: Vec2, b: Vec2): number => a.x * b.y - a.y * b.x;
/**
 * @example
 * ```ts
 * import { length, vec } from 'steerbot/geometry';
 * console.log(length(vec(3, 4))); // 5
 * ```
 */
export const length = (a: Vec2): number => norm(a.x, a.y);
/**
 * @example
 * ```ts
 * import { distance, vec } from 'steerbot/geometry';
 * console.log(distance(vec(0, 0), vec(3, 4))); // 5
 * ```
 */
export const distance = (a: Vec2, b: Vec2): Meters => norm(a.x - b.x, a.y - b.y);
/**
 * @example
 * ```ts
 * import { fromPolar } from 'steerbot/geometry';
 * console.log(fromPolar(2, 0)); // { x: 2, y: 0 }
 * ```
 */
export const fromPolar = (radius: number, angle: Radians): Vec2 => ({
  x: radius * Math.cos(angle),
  y: radius * Math.sin(angle),
});
/**
 * @example
 * ```ts
 * import { angleOf, vec } from 'steerbot/geometry';
 * console.log(angleOf(vec(0, 1))); // 1.5707963267948966
 * ```
 */
export const angleOf = (a: Vec2): Radians => Math.atan2(a.y, a.x);
export const isFiniteVec = (a: Vec2): boolean => Number.isFinite(a.x) && Number.isFinite(a.y);

/** √(x² + y²). Math.hypot takes ten times as long, and is needed only where the square over- or underflows. */
export function norm(x: number, y: number): number {
  const squared = x * x + y * y;
  return squared > 1e-280 && squared < 1e300 ? Math.sqrt(squared) : Math.hypot(x, y);
}

/**
 * The unit vector along `a`; the zero vector stays zero, so that no distance of zero becomes NaN.
 *
 * @example
 * ```ts
 * import { unit, vec } from 'steerbot/geometry';
 * console.log(unit(vec(3, 4))); // { x: 0.6, y: 0.8 }
 * ```
 */
export function unit(a: Vec2): Vec2 {
  const long = length(a);
  return long > 0 ? { x: a.x / long, y: a.y / long } : ZERO;
}

/**
 * A vector of the given length from one point towards another; zero if they are the same.
 *
 * @example
 * ```ts
 * import { toward, vec } from 'steerbot/geometry';
 * console.log(toward(vec(0, 0), vec(3, 4), 10)); // { x: 6, y: 8 }
 * ```
 */
export function toward(from: Vec2, to: Vec2, long: number): Vec2 {
  const x = to.x - from.x;
  const y = to.y - from.y;
  const away = norm(x, y);
  // Near zero `long / away` would overflow.
  if (away < 1e-200) return away > 0 ? { x: (x / away) * long, y: (y / away) * long } : ZERO;
  const share = long / away;
  return { x: x * share, y: y * share };
}

/**
 * `a` with its length cut to `limit`, in the same direction.
 *
 * @example
 * ```ts
 * import { truncate, vec } from 'steerbot/geometry';
 * console.log(truncate(vec(3, 4), 1)); // { x: 0.6000000000000001, y: 0.8 }
 * ```
 */
export function truncate(a: Vec2, limit: number): Vec2 {
  const long = length(a);
  return long > limit ? scale(a, limit / long) : a;
}

/**
 * `a` turned counter-clockwise by `angle`.
 *
 * @example
 * ```ts
 * import { rotate, vec } from 'steerbot/geometry';
 * console.log(rotate(vec(1, 0), Math.PI / 2).y); // 1
 * ```
 */
export function rotate(a: Vec2, angle: Radians): Vec2 {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return { x: c * a.x - s * a.y, y: s * a.x + c * a.y };
}

/**
 * @example
 * ```ts
 * import { clamp } from 'steerbot/geometry';
 * console.log(clamp(7, 0, 5)); // 5
 * ```
 */
export const clamp = (value: number, low: number, high: number): number =>
  value < low ? low : value > high ? high : value;

/**
 * Wraps an angle to (−π, π].
 *
 * @example
 * ```ts
 * import { wrapAngle } from 'steerbot/geometry';
 * console.log(wrapAngle(2 * Math.PI)); // 0
 * ```
 */
export function wrapAngle(angle: Radians): Radians {
  if (angle > -Math.PI && angle <= Math.PI) return angle;
  const turn = 2 * Math.PI;
  return angle - turn * Math.ceil(angle / turn - 0.5);
}

/**
 * A body point (x forward, y left) in the world.
 *
 * @example
 * ```ts
 * import { toWorld, vec } from 'steerbot/geometry';
 * console.log(toWorld({ x: 1, y: 0, heading: 0 }, vec(2, 3))); // { x: 3, y: 3 }
 * ```
 */
export const toWorld = (pose: Pose, inBody: Vec2): Vec2 => add(pose, rotate(inBody, pose.heading));

/**
 * Moves a pose along the exact arc of a differential drive.
 *
 * x' = x + d·sinc(Δθ/2)·cos(θ + Δθ/2), y' likewise with sin: the chord of the arc, at the middle heading.
 *
 * @param forward distance of the axle's middle along its arc [m], backwards negative
 * @param turned change of heading Δθ [rad]
 * @example
 * ```ts
 * import { moveAlongArc } from 'steerbot/geometry';
 * const { x, y } = moveAlongArc({ x: 0, y: 0, heading: 0 }, Math.PI / 2, Math.PI / 2);
 * console.log(x.toFixed(2), y.toFixed(2)); // 1.00 1.00
 * ```
 */
export function moveAlongArc(pose: Pose, forward: Meters, turned: Radians): Pose {
  const half = turned / 2;
  const chord = Math.abs(half) < 1e-6 ? forward * (1 - (half * half) / 6) : (forward * Math.sin(half)) / half;
  const along = pose.heading + half;
  return {
    x: pose.x + chord * Math.cos(along),
    y: pose.y + chord * Math.sin(along),
    heading: wrapAngle(pose.heading + turned),
  };
}

/** The point of segment ab nearest to p, as a share 0 … 1 of the way from a to b. */
export function nearestOnSegment(p: Vec2, a: Vec2, b: Vec2): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const squared = dx * dx + dy * dy;
  return squared > 0 ? clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0, 1) : 0;
}
