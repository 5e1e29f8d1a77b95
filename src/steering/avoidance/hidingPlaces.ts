/** Places behind solid things as seen from a seer, and the way round one thing to such a place. */
import {
  add,
  angleOf,
  clamp,
  distance,
  dot,
  fromPolar,
  length,
  scale,
  sub,
  toward,
  unit,
  type Vec2,
  wrapAngle,
} from '../../math/geometry.js';
import type { Meters, Radians } from '../../math/units.js';
import type { Obstacle } from '../../signals/signals.js';
import { freeDistanceAlong } from './obstacles.js';

export const middleOf = ({ from, to }: Obstacle): Vec2 => scale(add(from, to), 0.5);

/**
 * The place behind an obstacle: on the line from the seer through its middle, `gap` off its surface.
 *
 * For a post of radius r it is c + unit(c − seer)·(r + gap). For a wall of half length ℓ, seen at an angle φ from its
 * normal, it lies L behind the middle, with h = r + gap: L = h/cos φ, or L = ℓ sin φ + √(h² − ℓ² cos² φ) if that is
 * beyond the wall's end; so it is `gap` off the wall, seen from any side.
 *
 * Undefined if the seer stands on the obstacle.
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

/** Walls that form closed outlines: walls with a loose end are removed until only closed outlines are left. */
export function closedWalls(obstacles: readonly Obstacle[]): readonly Obstacle[] {
  let walls = obstacles.filter(({ from, to }) => from.x !== to.x || from.y !== to.y);
  for (;;) {
    const ends = new Map<string, number>();
    for (const { from, to } of walls)
      for (const end of [from, to]) ends.set(vertexKey(end), (ends.get(vertexKey(end)) ?? 0) + 1);
    const closed = walls.filter(({ from, to }) =>
      [from, to].every((end) => (ends.get(vertexKey(end)) ?? 0) > 1),
    );
    if (closed.length === walls.length) return closed;
    walls = closed;
  }
}

const vertexKey = ({ x, y }: Vec2): string => `${x} ${y}`;

/** Whether a point lies within closed walls: a line from it to infinity crosses them an odd number of times. */
export const isEnclosed = ({ x, y }: Vec2, walls: readonly Obstacle[]): boolean =>
  walls.filter(
    ({ from, to }) =>
      from.y > y !== to.y > y && x < from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y),
  ).length %
    2 ===
  1;

/** Which way round: 1 counter-clockwise, −1 clockwise, 0 straight on. */
export type DetourSide = 1 | -1 | 0;

interface Detour {
  /** A point in the direction in which the way begins, as far off as the way is long. */
  readonly ahead: Vec2;
  readonly round: DetourSide;
}

/** On the circle it aims this much further round; the chord comes nearer by 1 − cos(STEP/2): 1 %. */
const ARC_STEP: Radians = 0.3;
/** Within this both ways round count as equally long. */
const TIE_ANGLE: Radians = 1e-9;
/** It keeps its way round unless the other way is shorter by more than this. */
const SIDE_HYSTERESIS: Radians = Math.PI / 3;

interface DetourOptions {
  readonly clearance: Meters;
  readonly room: Meters;
  /** The way round it took before, so that it does not waver. */
  readonly before: DetourSide;
}

/**
 * The way round one obstacle to a place behind it.
 *
 * Straight on if the obstacle is nowhere nearer than `clearance` to that way. Else along the tangent to the circle
 * round the obstacle's middle that leaves `room` beside it, and then along that circle, by the shorter side; by the
 * left one if both are equal.
 */
export function detour(
  from: Vec2,
  to: Vec2,
  obstacle: Obstacle,
  { clearance, room, before }: DetourOptions,
): Detour {
  const away = distance(from, to);
  const straight = angleOf(sub(to, from));
  if (freeDistanceAlong(from, straight, obstacle, clearance) >= away) return { ahead: to, round: 0 };
  const middle = { x: (obstacle.from.x + obstacle.to.x) / 2, y: (obstacle.from.y + obstacle.to.y) / 2 };
  const radius = distance(obstacle.from, obstacle.to) / 2 + obstacle.radius + room;
  const [own, other] = [sub(from, middle), sub(to, middle)];
  const apart = wrapAngle(angleOf(other) - angleOf(own));
  // Clockwise passes the obstacle on the robot's left.
  const shorter = apart > 0 && apart < Math.PI - TIE_ANGLE ? 1 : -1;
  const round = before !== 0 && Math.abs(apart) > Math.PI - SIDE_HYSTERESIS / 2 ? before : shorter;
  const turn = round * apart < 0 ? 2 * Math.PI - Math.abs(apart) : Math.abs(apart);
  const tangent = Math.acos(clamp(radius / distance(from, middle), 0, 1));
  const point = add(middle, fromPolar(radius, angleOf(own) + round * Math.min(turn, tangent + ARC_STEP)));
  const way = distance(from, point) + radius * Math.max(0, turn - tangent - ARC_STEP);
  return { ahead: add(from, toward(from, point, way)), round };
}
