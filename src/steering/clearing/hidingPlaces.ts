/** Places behind solid things, as seen from somebody. */
import { add, dot, length, scale, sub, unit, type Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { Obstacle } from '../../signals/signals.js';

export const middleOf = ({ from, to }: Obstacle): Vec2 => scale(add(from, to), 0.5);

/**
 * The place behind an obstacle: on the line from the seer through its middle, `gap` off its surface.
 *
 * Of a post of radius r that is c + unit(c − seer)·(r + gap). Of a wall of half length ℓ, seen at an angle φ from its
 * normal, it lies L behind the middle, with h = r + gap: L = h/cos φ, or L = ℓ sin φ + √(h² − ℓ² cos² φ) where that
 * is beyond the wall's end; so it is off the wall by `gap` from whatever side it is seen.
 *
 * None behind what the seer stands on.
 */
export function placeBehind(obstacle: Obstacle, seer: Vec2, gap: Meters): Vec2 | undefined {
  const middle = middleOf(obstacle);
  const sight = sub(middle, seer);
  if (length(sight) <= obstacle.radius || length(sight) === 0) return undefined;
  const away = unit(sight);
  const along = sub(obstacle.to, obstacle.from);
  const half = length(along) / 2;
  const sine = half > 0 ? Math.abs(dot(away, unit(along))) : 0;
  return add(middle, scale(away, shadowLength(half, Math.min(1, sine), obstacle.radius + gap)));
}

function shadowLength(half: Meters, sine: number, h: Meters): Meters {
  const cosine = Math.sqrt(1 - sine * sine);
  if (h * sine <= half * cosine) return h / cosine;
  return half * sine + Math.sqrt(Math.max(0, h * h - half * half * cosine * cosine));
}

/** Walls that end nowhere: what is left once those with a loose end are taken away, again and again. */
export function closedWalls(obstacles: readonly Obstacle[]): readonly Obstacle[] {
  let walls = obstacles.filter(({ from, to }) => from.x !== to.x || from.y !== to.y);
  for (;;) {
    const ends = new Map<string, number>();
    for (const { from, to } of walls)
      for (const end of [from, to]) ends.set(key(end), (ends.get(key(end)) ?? 0) + 1);
    const closed = walls.filter(({ from, to }) => [from, to].every((end) => (ends.get(key(end)) ?? 0) > 1));
    if (closed.length === walls.length) return closed;
    walls = closed;
  }
}

const key = ({ x, y }: Vec2): string => `${x} ${y}`;

/** Whether a point lies within closed walls: whether a line from it to far off crosses them an odd number of times. */
export const isEnclosed = ({ x, y }: Vec2, walls: readonly Obstacle[]): boolean =>
  walls.filter(
    ({ from, to }) =>
      from.y > y !== to.y > y && x < from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y),
  ).length %
    2 ===
  1;
