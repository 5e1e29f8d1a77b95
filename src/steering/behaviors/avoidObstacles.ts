/** Avoid obstacles: turn to the nearest free direction, slowly enough to stop in time. */
import { z } from 'zod';
import { checkedInput } from '../../validation/issues.js';
import { quantity } from '../../validation/quantity.js';
import { type AvoidanceMemory, avoid, startAvoidance } from '../avoidance/avoid.js';
import type { Behavior } from '../behavior.js';

export const avoidObstaclesParameters = z.strictObject({
  /** Room it leaves beside an obstacle [m]: more than the collision monitor keeps, so that the monitor need not act. */
  margin: quantity('m', { above: 0 }).default(0.04),
  /** Extra look-ahead time, beyond what stopping needs [s]. */
  lookAhead: quantity('s', { min: 0 }).default(0),
});

export interface AvoidObstaclesInput {
  readonly margin?: number | string;
  readonly lookAhead?: number | string;
}

/**
 * Turns to the nearest free direction, and drives slowly enough to stop before obstacles.
 *
 * v_d = min(maxSpeed, v(d)) · û, F = k (v_d − v); û is the nearest direction that is free as far as L = v (sight age +
 * dt + latency + lag + τ + lookAhead) + v²/2a (avoid), τ = m/k, a the deceleration that wheels and force clamp allow
 * together. So a robot with a weak force looks farther ahead.
 *
 * It turns away from the obstacle's side, F(−x) = −F(x); an obstacle exactly ahead is passed on the left. It keeps the
 * side that it has chosen. A moving obstacle counts at all places on its predicted way, and the robot gets out of the
 * way of an obstacle that approaches. Silent while the way is free. It does not know the mission's goal: in a dead end
 * the robot stays, without contact.
 *
 * Put it first in `prioritize`, which asks it only if no behavior before it answers. Source: Reynolds, GDC 1999, with a
 * look-ahead by stopping distance instead of a fixed time, and all obstacles at once instead of the nearest.
 */
export function avoidObstacles(input: AvoidObstaclesInput = {}): Behavior<AvoidanceMemory> {
  const { margin, lookAhead } = checkedInput('avoidObstacles', avoidObstaclesParameters, input);
  return {
    name: 'avoidObstacles',
    input,
    start: () => startAvoidance,
    steer: (percept, memory) => avoid(percept, percept.obstacles, { margin, lookAhead }, memory),
  };
}
