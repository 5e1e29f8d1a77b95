/** Who gives way where two robots stand before each other, each in the other's way. */

import { dot, length, scale, sub, unit, type Vec2 } from '../../math/geometry.js';
import { MEASURED_REST_SPEED } from '../../math/standstill.js';
import type { Meters, Seconds } from '../../math/units.js';
import type { Percept } from '../behavior.js';
import { STANDS } from './bounds.js';
import type { Other } from './others.js';

/** Null while it drives. */
export type StandoffMemory = {
  /** How long it has stood before the other, or backed off from it. */
  readonly lasted: Seconds;
  readonly backsOff: boolean;
} | null;

/** Both may only be turning, or wait for a third: so long they stand first. */
const PATIENCE: Seconds = 5;
/** In this time the other drives a metre or so: through the door before which both stood. */
const BACKS_OFF: Seconds = 3;
const BACKING_SHARE = 0.6;

/** On its goal it makes way without this. */
const NEAR_GOAL: Meters = 0.1;

/**
 * The velocity with which a robot makes room, and undefined while it need not. Two that are mirror images of each other do
 * the same, and so stand for ever where only one fits through: of two that have stood for five seconds, each wanting to
 * where the other is, the one whose id sorts last backs off.
 *
 * @param wish what it wants
 */
export function standoff(
  { id, pose, forwardSpeed, dt, body, wish: asked }: Percept,
  before: StandoffMemory,
  wish: Vec2,
  nearest: Other | undefined,
): { readonly memory: StandoffMemory; readonly velocity?: Vec2 } {
  if (!nearest || nearest.id > id) return { memory: null };
  const away = sub(pose, nearest.at);
  const lasted = (before?.lasted ?? 0) + dt;
  if (before?.backsOff) {
    if (lasted > BACKS_OFF) return { memory: null };
    return { memory: { lasted, backsOff: true }, velocity: scale(unit(away), BACKING_SHARE * body.maxSpeed) };
  }
  const stand = Math.abs(forwardSpeed) < STANDS && length(nearest.velocity) < STANDS;
  // Beside a wall it may have to turn first, and so wish for no velocity at all.
  const goal = asked?.goal;
  const wanted = goal && goal.remaining > NEAR_GOAL ? sub(goal.at, pose) : wish;
  const oppose = dot(wanted, away) < 0 && dot(nearest.wish, away) > 0;
  const want = length(wanted) > MEASURED_REST_SPEED && length(nearest.wish) > MEASURED_REST_SPEED;
  if (!stand || !oppose || !want) return { memory: null };
  return { memory: { lasted: lasted > PATIENCE ? 0 : lasted, backsOff: lasted > PATIENCE } };
}
