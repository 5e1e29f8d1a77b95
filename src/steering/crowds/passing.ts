/** Which neighbor a body would pass too near, and the velocity that passes it at the smallest allowed distance. */
import { add, cross, dot, fromPolar, length, scale, sub, unit, type Vec2 } from '../../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../../math/units.js';
import type { Neighbor } from '../../signals/signals.js';
import type { Percept } from '../behavior.js';
import { awayFrom } from '../neighbors.js';

export interface Threat {
  readonly neighbor: Neighbor;
  readonly approach: ClosestApproach;
  /** Velocity of the neighbor relative to the body [m/s]. */
  readonly relative: Vec2;
}

/** Speeds up to this count as standing [m/s]; lengths up to this as zero [m]. */
const NEGLIGIBLE = 1e-6;
/** Added to each body's speed along its heading, so that standing bodies have a side to pass on, too. */
const ASSUMED_SPEED: MetersPerSecond = 0.1;

/**
 * The neighbor ahead that it would pass too near soonest. A neighbor that it is already passing counts until it is
 * behind.
 */
export function mostUrgentThreat(
  { pose, body }: Percept,
  course: Vec2,
  near: readonly Neighbor[],
  { horizon, margin }: { horizon: Seconds; margin: Meters },
  passing: string | null,
): Threat | undefined {
  if (length(course) < NEGLIGIBLE) return undefined;
  let first: Threat | undefined;
  let soonest = Number.POSITIVE_INFINITY;
  for (const neighbor of near) {
    const p = sub(neighbor.position, pose);
    if (dot(p, course) < 0) continue;
    const relative = sub(neighbor.velocity, course);
    if (dot(p, relative) >= 0) continue;
    const approach = closestApproach(p, relative, horizon);
    const least = body.radius + neighbor.radius + margin;
    if (approach.distance >= (neighbor.id === passing ? 1.2 : 1) * least) continue;
    // The neighbor being passed comes first, unless another comes much sooner: no wavering between two.
    const time = neighbor.id === passing ? 0.5 * approach.time : approach.time;
    if (time < soonest || (time === soonest && first && neighbor.id < first.neighbor.id)) {
      soonest = time;
      first = { neighbor, approach, relative };
    }
  }
  return first;
}

/**
 * The velocity that passes a neighbor at the smallest allowed distance: v_d = u + e w (tan α − tan γ), e across the
 * line to it, w the closing speed along that line, γ the angle by which u misses it, sin α = (radii + margin)/|p|.
 *
 * If they are already nearer, it goes straight across that line.
 */
export function passingVelocity(
  percept: Percept,
  course: Vec2,
  { neighbor, relative }: Threat,
  margin: Meters,
): Vec2 {
  const towards = scale(awayFrom(percept, neighbor), -1);
  const left = { x: -towards.y, y: towards.x };
  const far = length(sub(neighbor.position, percept.pose));
  const least = percept.body.radius + neighbor.radius + margin;
  const closing = -dot(relative, towards);
  const side = sideOf(percept, neighbor, left, margin);
  const missed = dot(relative, left) * -side;
  if (far <= least * 1.02) return scale(left, side * Math.max(length(course), percept.body.maxSpeed / 2));
  const needed = closing * Math.tan(Math.asin(least / far));
  return add(course, scale(left, side * Math.max(0, needed - missed)));
}

/**
 * 1 to pass with the neighbor on the right, −1 on the left. The side follows from how the two miss each other now,
 * which both see alike. If they hardly miss, the robot whose id sorts first goes ahead; two robots head-on go left.
 */
function sideOf({ id, pose, forwardSpeed }: Percept, neighbor: Neighbor, left: Vec2, margin: Meters): 1 | -1 {
  const facing = fromPolar(1, pose.heading);
  const theirs = fromPolar(1, neighbor.heading);
  const own = scale(facing, forwardSpeed + ASSUMED_SPEED);
  const relative = sub(add(neighbor.velocity, scale(theirs, ASSUMED_SPEED)), own);
  const missedBy = cross(sub(neighbor.position, pose), unit(relative));
  const first = id < neighbor.id ? dot(left, facing) : -dot(left, theirs);
  return margin * first - missedBy > -NEGLIGIBLE ? 1 : -1;
}

/** When two bodies that keep their velocities are nearest to each other, and how near that is. */
interface ClosestApproach {
  /** From now. */
  readonly time: Seconds;
  /** Between the middles, at that time. */
  readonly distance: Meters;
  /** From one to the other at that time. */
  readonly offset: Vec2;
}

/**
 * t* = clamp(−p·v/v², 0, horizon), d = |p + v t*|.
 *
 * For a pair that parts or keeps its distance, t* = 0. (|p| − |v| t*, found in some listings, is a bound, not a
 * distance: p = (7.07, 7.07) and v = (−1, 0) pass each other at 7.07, not at 2.93.)
 *
 * @param p from one to the other [m]
 * @param v velocity of the other relative to the one [m/s]
 */
export function closestApproach(p: Vec2, v: Vec2, horizon: Seconds): ClosestApproach {
  const squared = dot(v, v);
  const soon = squared > 0 ? -dot(p, v) / squared : 0;
  const time = soon > 0 ? Math.min(soon, horizon) : 0;
  const offset = add(p, scale(v, time));
  return { time, distance: length(offset), offset };
}
