/** How a body goes among others that it must not touch, whatever it wants. */
import {
  add,
  angleOf,
  distance,
  dot,
  fromPolar,
  length,
  scale,
  sub,
  truncate,
  unit,
  type Vec2,
} from '../../math/geometry.js';
import type { Meters, MetersPerSecond, RadiansPerSecond } from '../../math/units.js';
import type { Neighbor } from '../../signals/signals.js';
import type { Percept } from '../behavior.js';
import { gapTo, nearestPoint } from '../clearing/obstacles.js';
import { awayFrom } from '../neighbors.js';
import { pivotTo } from './pivot.js';
import { allowedAmong, goingOf } from './stoppingRoom.js';

/** What stands before a behavior in a blend wants: v + F₀/k; nothing stands before it: the velocity as it is. */
export const wishOf = ({ velocity, body }: Percept, soFar: Vec2): Vec2 =>
  truncate(add(velocity, scale(soFar, 1 / body.steeringGain)), body.maxSpeed);

/**
 * A wish without what leads nearer to those that are nearer than `keep` already, and to walls nearer than that in all
 * but a touch: along their sides, and a little away. What is left of it may be next to nothing.
 *
 * Turning off one may lead back towards another, so the nearest comes last; in which order they were heard of does not
 * matter.
 */
function alongside(wish: Vec2, percept: Percept, near: readonly Neighbor[], keep: Meters): Vec2 {
  const { pose, body, obstacles } = percept;
  const robots = near.flatMap((neighbor): Beside[] => {
    const gap = distance(neighbor.position, pose) - body.radius - neighbor.radius;
    return gap <= keep ? [{ gap, name: neighbor.id, away: awayFrom(percept, neighbor) }] : [];
  });
  const walls = obstacles.flatMap((obstacle): Beside[] => {
    const gap = gapTo(pose, obstacle) - body.radius;
    const point = nearestPoint(pose, obstacle);
    return gap <= TOUCH ? [{ gap, name: `${point.x} ${point.y}`, away: unit(sub(pose, point)) }] : [];
  });
  let along = wish;
  for (const { away } of [...robots.sort(nearestLast), ...walls.sort(nearestLast)]) {
    const lacks = AWAY * length(along) - dot(along, away);
    if (lacks > 0) along = add(along, scale(away, lacks));
  }
  return along;
}

/** Something that is too near, and the direction away from it. */
interface Beside {
  readonly gap: Meters;
  readonly name: string;
  readonly away: Vec2;
}

const nearestLast = (one: Beside, other: Beside): number =>
  other.gap - one.gap || (one.name < other.name ? -1 : 1);

/** So much of a way along something leads off it: more than the heading may be wrong. */
const AWAY = 0.1;
const isBesideWall = ({ pose, body, obstacles }: Percept): boolean =>
  obstacles.some((obstacle) => gapTo(pose, obstacle) < body.radius + BESIDE);

/** A wall this near must not be crept against. */
const BESIDE: Meters = 0.025;
/** A wall this near is almost touched. */
const TOUCH: Meters = 0.004;

/** So much faster than it may be it does nothing but brake, straight ahead: a turn could make its way longer. */
const TOO_FAST: MetersPerSecond = 0.02;
/** As slow as this it turns on the spot rather than in an arc. */
const SLOW: MetersPerSecond = 0.035;

/** How a body goes among others that it must not touch. */
export interface KeptApart {
  /** The most it may go [m/s]. */
  readonly allowed: MetersPerSecond;
  /** What it is to do instead of what it wants; left out: that, at the allowed speed. */
  readonly instead?: Vec2;
  /** All that the wheels can: the velocity is to be none. */
  readonly brakes?: true;
}

/**
 * Brake straight ahead, if it is much faster than it may be; along the sides of those that are too near, if its wish
 * leads to them; turn on the spot to where it wants to go, if it can hardly go at all.
 *
 * @param waits it is not its turn: it does not squeeze past anybody, and stands
 */
export function keepApart(
  wish: Vec2,
  percept: Percept,
  near: readonly Neighbor[],
  { keep, waits, turning }: { keep: Meters; waits: boolean; turning: RadiansPerSecond },
): KeptApart {
  if (near.length === 0) return { allowed: Number.POSITIVE_INFINITY };
  const { pose, forwardSpeed } = percept;
  const along = alongside(wish, percept, waits ? [] : near, keep + TOO_NEAR);
  const wants = length(along) > 1e-6;
  const going = wants ? angleOf(along) : goingOf(percept);
  const allowed = Math.min(
    allowedAmong(percept, near, keep, going, turning),
    waits ? SLOW : Number.POSITIVE_INFINITY,
  );
  if (Math.abs(forwardSpeed) > allowed + TOO_FAST) {
    return { allowed: 0, instead: fromPolar(Math.max(allowed, 1e-3), pose.heading), brakes: true };
  }
  const besideWall = isBesideWall(percept);
  if (waits && !besideWall) return { allowed };
  const slow = allowed <= SLOW || (besideWall && length(along) <= SLOW);
  const pivot = slow && wants ? pivotTo(going, percept, turning) : undefined;
  if (pivot) return { allowed: 0, instead: pivot };
  return along === wish ? { allowed } : { allowed, instead: along };
}

/** Nearer than this and what is kept they are slid along [m]. */
const TOO_NEAR: Meters = 0.002;
