/**
 * Optimal reciprocal collision avoidance: the velocities that lead to no contact within a time, and the best of them.
 *
 * Source: van den Berg, Guy, Lin, Manocha, "Reciprocal n-body collision avoidance", 2011 (ORCA); the linear program is
 * de Berg et al., "Computational Geometry", ch. 4.
 */
import { clamp, dot, length, scale, truncate, type Vec2 } from '../../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../../math/units.js';

/** A body that moves with any velocity, round. */
export interface Disc {
  readonly at: Vec2;
  readonly velocity: Vec2;
  readonly radius: Meters;
}

/** The velocities v with n·v ≥ c; n is a unit vector. */
export interface HalfPlane {
  readonly n: Vec2;
  /** m/s */
  readonly c: MetersPerSecond;
}

/**
 * The velocities of `self` that do not lead to a contact within `horizon` if the other does its half of the change.
 *
 * With p to the other, v = v_self − v_other and R the sum of the radii, v leads to a contact within τ if it lies in the
 * cone of discs of radius R t⁻¹ about p t⁻¹, t ≤ τ. u is the shortest way from v to the rim of that cone, n the normal
 * there: n·v′ ≥ n·(v_self + u/2). Bodies that overlap already part within `step` instead of τ.
 */
export function reciprocal(self: Disc, other: Disc, horizon: Seconds, step: Seconds): HalfPlane {
  const p = { x: other.at.x - self.at.x, y: other.at.y - self.at.y };
  const v = { x: self.velocity.x - other.velocity.x, y: self.velocity.y - other.velocity.y };
  const radius = self.radius + other.radius;
  const apart2 = dot(p, p) - radius * radius;
  const time = apart2 > 0 ? horizon : step;
  const w = { x: v.x - p.x / time, y: v.y - p.y / time };
  const along = dot(w, p);
  const isBeforeDisc = apart2 <= 0 || (along < 0 && along * along > radius * radius * dot(w, w));
  if (!isBeforeDisc) return halfWay(self.velocity, legNormal(p, radius, Math.sqrt(apart2), w), v, 0);
  const away = length(w);
  const n = away > 0 ? scale(w, 1 / away) : { x: -p.x / (length(p) || 1), y: -p.y / (length(p) || 1) };
  return halfWay(self.velocity, n, w, radius / time);
}

/** n·v′ ≥ n·v_self + (rim − n·w)/2. */
const halfWay = (own: Vec2, n: Vec2, w: Vec2, rim: MetersPerSecond): HalfPlane => ({
  n,
  c: dot(n, own) + (rim - dot(n, w)) / 2,
});

/** The outward normal of the cone's leg on the side of w. */
function legNormal(p: Vec2, radius: Meters, leg: Meters, w: Vec2): Vec2 {
  const square = dot(p, p);
  return p.x * w.y - p.y * w.x > 0
    ? { x: -(p.x * radius + p.y * leg) / square, y: (p.x * leg - p.y * radius) / square }
    : { x: (p.y * leg - p.x * radius) / square, y: -(p.x * leg + p.y * radius) / square };
}

/** Parallel lines do not meet. */
const PARALLEL = 1e-9;
/** A bound that is missed by less is met [m/s]. */
const MET: MetersPerSecond = 1e-9;

/**
 * The velocity nearest to a preferred one, at most `maxSpeed` long, within all half-planes. If there is none, the one
 * that misses the worst bound by the least; the first `hard` half-planes, of walls, then still hold if they can.
 */
export function bestVelocity(
  preferred: Vec2,
  maxSpeed: MetersPerSecond,
  planes: readonly HalfPlane[],
  hard = 0,
): Vec2 {
  const { v, failed } = nearestWithin(planes, maxSpeed, { to: truncate(preferred, maxSpeed) });
  return failed < 0 ? v : leastMiss(planes, maxSpeed, hard, { v, failed });
}

/** What is looked for: the velocity nearest to one, or the farthest in a direction. */
type Aim = { readonly to: Vec2 } | { readonly along: Vec2 };

interface Found {
  readonly v: Vec2;
  /** The first half-plane that cannot be met with those before it; −1: all are met. */
  readonly failed: number;
}

/** One half-plane after the other: where the best velocity until now breaks it, the best one lies on its line. */
function nearestWithin(planes: readonly HalfPlane[], maxSpeed: MetersPerSecond, aim: Aim): Found {
  let v = 'to' in aim ? aim.to : scale(aim.along, maxSpeed);
  for (const [i, plane] of planes.entries()) {
    if (dot(plane.n, v) >= plane.c - MET) continue;
    const on = onLine(planes, i, maxSpeed, aim);
    if (!on) return { v, failed: i };
    v = on;
  }
  return { v, failed: -1 };
}

/** The best velocity on the line of half-plane i that keeps the earlier ones; undefined if there is none. */
function onLine(
  planes: readonly HalfPlane[],
  i: number,
  maxSpeed: MetersPerSecond,
  aim: Aim,
): Vec2 | undefined {
  const { n, c } = planes[i] as HalfPlane;
  const d = { x: -n.y, y: n.x };
  const room = maxSpeed * maxSpeed - c * c;
  if (room < 0) return undefined;
  let most = Math.sqrt(room);
  let least = -most;
  for (let k = 0; k < i; k++) {
    const other = planes[k] as HalfPlane;
    const slope = dot(other.n, d);
    const lacks = other.c - c * dot(other.n, n);
    if (Math.abs(slope) < PARALLEL) {
      if (lacks > MET) return undefined;
    } else if (slope > 0) least = Math.max(least, lacks / slope);
    else most = Math.min(most, lacks / slope);
    if (least > most) return undefined;
  }
  const wanted = 'to' in aim ? dot(aim.to, d) : dot(aim.along, d) > 0 ? most : least;
  const t = clamp(wanted, least, most);
  return { x: c * n.x + t * d.x, y: c * n.y + t * d.y };
}

/**
 * Makes the largest miss e = max (c_i − n_i·v) as small as possible: for each half-plane that is missed by more than e
 * until now, the best v has e_i ≥ e_k for all earlier k, so (n_k − n_i)·v ≥ c_k − c_i, and lies farthest along n_i.
 */
function leastMiss(planes: readonly HalfPlane[], maxSpeed: MetersPerSecond, hard: number, from: Found): Vec2 {
  let { v } = from;
  let miss = 0;
  for (let i = from.failed; i < planes.length; i++) {
    const { n, c } = planes[i] as HalfPlane;
    if (c - dot(n, v) <= miss) continue;
    const bounds = planes.slice(0, Math.min(hard, i));
    for (let k = hard; k < i; k++) {
      const other = planes[k] as HalfPlane;
      const between = { x: other.n.x - n.x, y: other.n.y - n.y };
      const size = length(between);
      if (size > PARALLEL) bounds.push({ n: scale(between, 1 / size), c: (other.c - c) / size });
    }
    const found = nearestWithin(bounds, maxSpeed, { along: n });
    if (found.failed < 0) v = found.v;
    miss = c - dot(n, v);
  }
  return v;
}
