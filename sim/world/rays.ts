/** Rays through a world, and what they meet first. The ways to circles and walls are computed without a physics engine. */
import { cross, dot, length, sub, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, Radians } from '../../src/math/units.js';
import type { Obstacle } from '../../src/signals/signals.js';

/** A ray of a scan: rays may start at different places, as those of a sweep do while the robot drives. */
export interface Sightline {
  readonly from: Vec2;
  readonly angle: Radians;
}

/** What a ray meets first. */
export interface Hit {
  readonly distance: Meters;
  /** Of a round thing; null: the thing is flat there. */
  readonly radius: Meters | null;
  /** Angle between the ray and the surface's normal: 0 head-on. */
  readonly incidence: Radians;
}

export interface Ray {
  readonly from: Vec2;
  /** Of length 1. */
  readonly direction: Vec2;
}

/** Distance along a ray to a circle [m]; Infinity if the ray misses it or starts inside. */
export function wayToCircle({ from, direction }: Ray, at: Vec2, radius: Meters): Meters {
  const offset = sub(at, from);
  const aside = cross(direction, offset);
  const half = radius * radius - aside * aside;
  if (half < 0) return Number.POSITIVE_INFINITY;
  const way = dot(direction, offset) - Math.sqrt(half);
  return way >= 0 ? way : Number.POSITIVE_INFINITY;
}

/** Distance along a ray to a straight wall, its ends included; Infinity if the ray misses it or runs along it. */
export function wayToWall({ from, direction }: Ray, a: Vec2, b: Vec2): Meters {
  const wall = sub(b, a);
  const slope = cross(direction, wall);
  if (slope === 0) return Number.POSITIVE_INFINITY;
  const offset = sub(a, from);
  const way = cross(offset, wall) / slope;
  const share = cross(offset, direction) / slope;
  return way >= 0 && share >= 0 && share <= 1 ? way : Number.POSITIVE_INFINITY;
}

/** The first thing on a ray, and the way to it; Infinity without one. */
export interface FirstOnRay {
  readonly way: Meters;
  readonly thing: Obstacle | undefined;
}

export const NOTHING_ON_RAY: FirstOnRay = { way: Number.POSITIVE_INFINITY, thing: undefined };

/** The nearest round thing or wall; a thing with two different ends is a wall, whatever its radius. */
export function firstOn(ray: Ray, obstacles: readonly Obstacle[]): FirstOnRay {
  let nearest = NOTHING_ON_RAY;
  for (const thing of obstacles) {
    const { from, to, radius } = thing;
    const way = from === to ? wayToCircle(ray, from, radius) : wayToWall(ray, from, to);
    if (way < nearest.way) nearest = { way, thing };
  }
  return nearest;
}

/** What a ray meets there; null: nothing. */
export function hitOn({ from, direction }: Ray, { way, thing }: FirstOnRay): Hit | null {
  if (!thing) return null;
  const { from: a, to: b, radius } = thing;
  const isRound = a === b;
  const sine = isRound
    ? cross(direction, sub(a, from)) / radius
    : dot(direction, sub(b, a)) / length(sub(b, a));
  const incidence = Math.asin(Math.min(1, Math.abs(sine)));
  return { distance: way, radius: isRound ? radius : null, incidence };
}
