/** Avoid obstacles: turn to the nearest free direction, and never be faster than it can stop. */
import { z } from 'zod';
import { quantity } from '../../validation/quantity.js';
import { type AvoidanceMemory, avoid, startAvoidance } from '../avoidance/avoid.js';
import type { Behavior } from '../behavior.js';

export const avoidObstaclesParameters = z.strictObject({
  /** Room it leaves beside an obstacle [m]: more than the collision monitor keeps, which then has nothing to do. */
  margin: quantity('m', { above: 0 }).default(0.04),
  /** How much further it looks ahead than it must, at the speed it has [s]. */
  lookAhead: quantity('s', { min: 0 }).default(0),
});

export interface AvoidObstaclesInput {
  readonly margin?: number | string;
  readonly lookAhead?: number | string;
}

/**
 * v_d = min(maxSpeed, v(d)) · û, F = k (v_d − v); û is the nearest direction that is free as far as
 * L = v (sight age + dt + latency + lag + τ + lookAhead) + v²/2a (avoid), τ = m/k, a what wheels and force clamp
 * allow together. So a weak force looks farther ahead instead of driving through.
 *
 * It turns away from the side that the obstacle is on, F(−x) = −F(x); one exactly ahead is passed on the left. It
 * keeps to the side that it began with. A moving obstacle counts as everywhere it will be meanwhile, and it gets out
 * of the way of one that comes at it. Silent while the way is free. It takes nobody's goal into account: a robot
 * that something draws into a dead end stays there, untouched.
 *
 * Put it first: behind another that speaks it is not asked. Source: Reynolds, GDC 1999, with a look-ahead by stopping
 * distance instead of a fixed time, and all obstacles at once instead of the nearest.
 */
export function avoidObstacles(input: AvoidObstaclesInput = {}): Behavior<AvoidanceMemory> {
  const { margin, lookAhead } = avoidObstaclesParameters.parse(input);
  return {
    name: 'avoidObstacles',
    input,
    start: () => startAvoidance,
    steer: (percept, memory) => avoid(percept, percept.obstacles, { margin, lookAhead }, memory),
  };
}
