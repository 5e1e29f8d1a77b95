/** The way round one obstacle to a place behind it. */
import {
  add,
  angleOf,
  clamp,
  distance,
  fromPolar,
  sub,
  toward,
  type Vec2,
  wrapAngle,
} from '../../math/geometry.js';
import type { Meters, Radians } from '../../math/units.js';
import type { Obstacle } from '../../signals/signals.js';
import { wayAlong } from './obstacles.js';

/** Which way round: 1 counter-clockwise, −1 clockwise, 0 straight on. */
export type Round = 1 | -1 | 0;

export interface Detour {
  /** As far off as the way round is long, in the direction in which it begins. */
  readonly ahead: Vec2;
  readonly round: Round;
}

/** On the circle it aims so much further round than it is; the chord comes nearer by 1 − cos(STEP/2): 1 %. */
const STEP: Radians = 0.3;
/** Nearer than this to as long on both sides counts as that. */
const TIE: Radians = 1e-9;
/** While the other way round is not shorter by more than this it keeps to its own. */
const KEEPS: Radians = Math.PI / 3;

/**
 * Straight on, where nothing is nearer than `clearance` to that way; else along the tangent to the circle round the
 * obstacle's middle that leaves `room` beside it, and then along that circle, by the shorter side; the left one where
 * none is shorter.
 *
 * @param before which way round it went, so that it does not waver
 */
export function detour(
  from: Vec2,
  to: Vec2,
  obstacle: Obstacle,
  clearance: Meters,
  room: Meters,
  before: Round,
): Detour {
  const away = distance(from, to);
  const straight = angleOf(sub(to, from));
  if (wayAlong(from, straight, obstacle, clearance) >= away) return { ahead: to, round: 0 };
  const middle = { x: (obstacle.from.x + obstacle.to.x) / 2, y: (obstacle.from.y + obstacle.to.y) / 2 };
  const radius = distance(obstacle.from, obstacle.to) / 2 + obstacle.radius + room;
  const [own, other] = [sub(from, middle), sub(to, middle)];
  const apart = wrapAngle(angleOf(other) - angleOf(own));
  // Clockwise is to pass it on one's own left.
  const shorter = apart > 0 && apart < Math.PI - TIE ? 1 : -1;
  const round = before !== 0 && Math.abs(apart) > Math.PI - KEEPS / 2 ? before : shorter;
  const turn = round * apart < 0 ? 2 * Math.PI - Math.abs(apart) : Math.abs(apart);
  const tangent = Math.acos(clamp(radius / distance(from, middle), 0, 1));
  const point = add(middle, fromPolar(radius, angleOf(own) + round * Math.min(turn, tangent + STEP)));
  const way = distance(from, point) + radius * Math.max(0, turn - tangent - STEP);
  return { ahead: add(from, toward(from, point, way)), round };
}
