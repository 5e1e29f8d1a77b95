/** Movers move to and fro through their waypoints, or round, at constant speed: in closed form for any time. */
import { distance, scale, sub, unit, type Vec2, ZERO } from '../../src/math/geometry.js';
import type { Meters, Seconds } from '../../src/math/units.js';
import type { MoverSpec } from '../scenario/scenario.js';

/** Where a mover is and how it moves; at a turning point it already has the velocity of the next leg. */
export interface MoverMotion {
  readonly position: Vec2;
  readonly velocity: Vec2;
}

/** A mover at time t [s]; with a single waypoint, or without speed, it stands on the first. */
export function moverAt(spec: MoverSpec, t: Seconds): MoverMotion {
  const length = legs(spec).reduce((sum, leg) => sum + distance(leg[0], leg[1]), 0);
  const start = spec.waypoints[0] ?? ZERO;
  if (length === 0 || spec.speed === 0) return { position: start, velocity: ZERO };
  const way = spec.speed * Math.max(0, t);
  if (spec.loop) return along(spec, way % length, false);
  const phase = way % (2 * length);
  const back = phase >= length;
  return along(spec, back ? 2 * length - phase : phase, back);
}

function along(spec: MoverSpec, progress: Meters, back: boolean): MoverMotion {
  let left = progress;
  let motion: MoverMotion = { position: spec.waypoints[0] ?? ZERO, velocity: ZERO };
  for (const [from, to] of legs(spec)) {
    const leg = distance(from, to);
    const direction = unit(sub(to, from));
    const within = Math.min(left, leg);
    motion = {
      position: { x: from.x + direction.x * within, y: from.y + direction.y * within },
      velocity: scale(direction, back ? -spec.speed : spec.speed),
    };
    // At a waypoint the leg ahead counts: the next leg outward, this leg on the way back.
    if (back ? left <= leg : left < leg) return motion;
    left -= leg;
  }
  return motion;
}

function legs({ waypoints, loop }: MoverSpec): [Vec2, Vec2][] {
  const [first] = waypoints;
  const all = loop && first ? [...waypoints, first] : waypoints;
  return all.slice(1).map((to, i) => [all[i] ?? to, to]);
}
