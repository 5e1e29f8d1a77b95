/** The things near a robot that block its way, for the exact checks of where it is about to drive. */
import { distance, norm, type Pose, type Vec2, wrapAngle } from '../../math/geometry.js';
import type { Meters, Radians } from '../../math/units.js';
import type { Hits } from '../../signals/hits.js';
import type { Obstacle } from '../../signals/signals.js';
import { gapTo, nearestPoint } from './obstacles.js';

/** Hits and mapped things within reach. The hits are in columns: these loops are the innermost of all. */
export interface NearThings {
  readonly x: readonly Meters[];
  readonly y: readonly Meters[];
  readonly obstacles: readonly Obstacle[];
}

/** @param weak whether hits that are not sure count, too */
export function thingsWithin(
  reach: Meters,
  from: Vec2,
  hits: Hits,
  { obstacles, weak }: { readonly obstacles: readonly Obstacle[]; readonly weak: boolean },
): NearThings {
  const x: Meters[] = [];
  const y: Meters[] = [];
  for (let i = 0; i < hits.x.length; i++) {
    const px = hits.x[i] as Meters;
    const py = hits.y[i] as Meters;
    const dx = px - from.x;
    const dy = py - from.y;
    if (dx * dx + dy * dy >= reach * reach || !(weak || hits.sure[i])) continue;
    x.push(px);
    y.push(py);
  }
  const near = obstacles.length > 0 ? obstacles.filter((one) => gapTo(from, one) < reach) : obstacles;
  return { x, y, obstacles: near };
}

/** The nearest of the hits, or the nearest place of a mapped thing; undefined without any. */
export function nearestPlace(from: Vec2, { x, y, obstacles }: NearThings): Vec2 | undefined {
  let least = Number.POSITIVE_INFINITY;
  let nearest: Vec2 | undefined;
  for (let i = 0; i < x.length; i++) {
    const away = (from.x - (x[i] as Meters)) ** 2 + (from.y - (y[i] as Meters)) ** 2;
    if (away >= least) continue;
    least = away;
    nearest = { x: x[i] as Meters, y: y[i] as Meters };
  }
  least = Math.sqrt(least);
  for (const obstacle of obstacles) {
    const place = nearestPoint(from, obstacle);
    if (distance(from, place) >= least) continue;
    least = distance(from, place);
    nearest = place;
  }
  return nearest;
}

/** From a place to the nearest thing; Infinity without things. */
export function clearanceAt(place: Vec2, { x, y, obstacles }: NearThings): Meters {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < x.length; i++) {
    const dx = (x[i] as Meters) - place.x;
    const dy = (y[i] as Meters) - place.y;
    const squared = dx * dx + dy * dy;
    if (squared < least) least = squared;
  }
  let clearance = Math.sqrt(least);
  for (const obstacle of obstacles) clearance = Math.min(clearance, gapTo(place, obstacle));
  return clearance;
}

/** Whether nothing is nearer than `least` to a straight line; that to mapped things is checked every `step`. */
export function isLineClear(
  from: Vec2,
  to: Vec2,
  { x, y, obstacles }: NearThings,
  { least, step }: { readonly least: Meters; readonly step: Meters },
): boolean {
  const wayX = to.x - from.x;
  const wayY = to.y - from.y;
  const long = wayX * wayX + wayY * wayY;
  for (let i = 0; i < x.length; i++) {
    const px = (x[i] as Meters) - from.x;
    const py = (y[i] as Meters) - from.y;
    const share = long > 0 ? Math.min(1, Math.max(0, (px * wayX + py * wayY) / long)) : 0;
    const dx = share * wayX - px;
    const dy = share * wayY - py;
    if (dx * dx + dy * dy < least * least) return false;
  }
  const steps = obstacles.length > 0 ? Math.ceil(distance(from, to) / step) : -1;
  for (let i = 0; i <= steps; i++) {
    const share = i / Math.max(1, steps);
    const place = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
    if (obstacles.some((obstacle) => gapTo(place, obstacle) < least)) return false;
  }
  return true;
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

/** Those things that a body may come nearer to than `least` while it drives an arc: the others need no check. */
function besideArc(arc: Arc, { x, y, obstacles }: NearThings, least: Meters): NearThings {
  const reach = least + arc.length;
  const { from } = arc;
  const near = { x: [] as Meters[], y: [] as Meters[], obstacles };
  for (let i = 0; i < x.length; i++) {
    const dx = (x[i] as Meters) - from.x;
    const dy = (y[i] as Meters) - from.y;
    if (dx * dx + dy * dy > reach * reach) continue;
    near.x.push(x[i] as Meters);
    near.y.push(y[i] as Meters);
  }
  return near;
}

/** Whether nothing is nearer than `least` to an arc, checked every `step`. */
export function isArcClear(
  arc: Arc,
  things: NearThings,
  { least, step }: { readonly least: Meters; readonly step: Meters },
): boolean {
  const beside = besideArc(arc, things, least);
  for (let s = 0; s <= arc.length; s += step) if (clearanceAt(alongArc(arc, s), beside) < least) return false;
  return true;
}

/**
 * How far a body may go on an arc before it would be nearer than `least` to something; Infinity if it may go all of it.
 * A thing that is already nearer does not block while the body moves away from it.
 */
export function freeOn(arc: Arc, things: NearThings, least: Meters, step: Meters): Meters {
  const beside = besideArc(arc, things, least);
  let before = clearanceAt(arc.from, beside);
  for (let s = step; s <= arc.length; s += step) {
    const clearance = clearanceAt(alongArc(arc, s), beside);
    if (clearance < least && clearance < before) return Math.max(0, s - step);
    before = clearance;
  }
  return Number.POSITIVE_INFINITY;
}
