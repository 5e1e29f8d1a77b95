/** The things near a robot that block its way, for the exact checks of where it is about to drive. */
import { distance, nearestOnSegment, norm, type Pose, type Vec2, wrapAngle } from '../../math/geometry.js';
import type { Meters, Radians } from '../../math/units.js';
import type { Hits } from '../../signals/hits.js';
import type { Obstacle } from '../../signals/signals.js';
import { gapTo, nearestPoint } from './obstacles.js';

/** Hits and mapped things within reach. */
export interface NearThings {
  readonly points: readonly Vec2[];
  readonly obstacles: readonly Obstacle[];
}

/** @param weak whether hits that are not sure count, too */
export function thingsWithin(
  reach: Meters,
  from: Vec2,
  hits: Hits,
  { obstacles, weak }: { readonly obstacles: readonly Obstacle[]; readonly weak: boolean },
): NearThings {
  const points: Vec2[] = [];
  for (let i = 0; i < hits.x.length; i++) {
    const x = hits.x[i] as Meters;
    const y = hits.y[i] as Meters;
    if (Math.abs(x - from.x) < reach && Math.abs(y - from.y) < reach && (weak || hits.sure[i]))
      points.push({ x, y });
  }
  return { points, obstacles: obstacles.filter((one) => gapTo(from, one) < reach) };
}

/** The nearest of the hits, or the nearest place of a mapped thing; undefined without any. */
export function nearestPlace(from: Vec2, { points, obstacles }: NearThings): Vec2 | undefined {
  let least = Number.POSITIVE_INFINITY;
  let nearest: Vec2 | undefined;
  for (const point of [...points, ...obstacles.map((one) => nearestPoint(from, one))]) {
    const away = distance(from, point);
    if (away >= least) continue;
    least = away;
    nearest = point;
  }
  return nearest;
}

/** From a place to the nearest thing; Infinity without things. */
export function clearanceAt(place: Vec2, { points, obstacles }: NearThings): Meters {
  let least = Number.POSITIVE_INFINITY;
  for (const { x, y } of points) {
    const squared = (x - place.x) ** 2 + (y - place.y) ** 2;
    if (squared < least) least = squared;
  }
  let clearance = Math.sqrt(least);
  for (const obstacle of obstacles) clearance = Math.min(clearance, gapTo(place, obstacle));
  return clearance;
}

/** The least clearance on a straight line; that to mapped things is checked every `step`. */
export function clearanceOnLine(
  from: Vec2,
  to: Vec2,
  { points, obstacles }: NearThings,
  step: Meters,
): Meters {
  let least = Number.POSITIVE_INFINITY;
  for (const point of points) {
    const share = nearestOnSegment(point, from, to);
    const dx = from.x + share * (to.x - from.x) - point.x;
    const dy = from.y + share * (to.y - from.y) - point.y;
    least = Math.min(least, dx * dx + dy * dy);
  }
  least = Math.sqrt(least);
  if (obstacles.length === 0) return least;
  const steps = Math.ceil(distance(from, to) / step);
  for (let i = 0; i <= steps; i++) {
    const share = i / Math.max(1, steps);
    const place = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
    for (const obstacle of obstacles) least = Math.min(least, gapTo(place, obstacle));
  }
  return least;
}

/** An arc that starts along the heading. */
export interface Arc {
  readonly from: Pose;
  /** Left positive [1/m]. */
  readonly curvature: number;
  readonly length: Meters;
}

/** The arc from a pose to a place (pure pursuit): κ = 2 sin θ/d, length 2θ/κ, with the bearing θ and the distance d. */
export function arcTo(from: Pose, to: Vec2): Arc & { readonly bearing: Radians } {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const d = Math.max(1e-9, norm(dx, dy));
  const bearing = wrapAngle(Math.atan2(dy, dx) - from.heading);
  const curvature = (2 * Math.sin(bearing)) / d;
  return { from, bearing, curvature, length: Math.abs(curvature) > 1e-6 ? (2 * bearing) / curvature : d };
}

/** The place on an arc after a distance. */
export function alongArc({ from, curvature }: Arc, s: Meters): Vec2 {
  const half = (curvature * s) / 2;
  const chord = Math.abs(half) > 1e-6 ? (s * Math.sin(half)) / half : s;
  return {
    x: from.x + chord * Math.cos(from.heading + half),
    y: from.y + chord * Math.sin(from.heading + half),
  };
}

/** The least clearance on an arc, checked every `step`. */
export function clearanceAlong(arc: Arc, things: NearThings, step: Meters): Meters {
  let least = Number.POSITIVE_INFINITY;
  for (let s = 0; s <= arc.length; s += step) least = Math.min(least, clearanceAt(alongArc(arc, s), things));
  return least;
}

/**
 * How far a body may go on an arc before it would be nearer than `least` to something; Infinity if it may go all of it.
 * A thing that is already nearer does not block while the body moves away from it.
 */
export function freeOn(arc: Arc, things: NearThings, least: Meters, step: Meters): Meters {
  const here = clearanceAt(arc.from, things);
  let before = here;
  for (let s = step; s <= arc.length; s += step) {
    const clearance = clearanceAt(alongArc(arc, s), things);
    if (clearance < least && clearance < before) return Math.max(0, s - step);
    before = clearance;
  }
  return Number.POSITIVE_INFINITY;
}
