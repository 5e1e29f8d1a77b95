/** Comparisons of vectors in tests. */
import { expect } from 'vitest';
import type { Vec2 } from '../../src/math/geometry.js';
import type { Steering } from '../../src/steering/behavior.js';

/** Within half a unit of the last of `digits` decimals. */
export const near = (x: number, y: number, digits = 9) => ({
  x: expect.closeTo(x, digits),
  y: expect.closeTo(y, digits),
});

/** The force of an answer that must have one. */
export function forceOf(said: Steering): Vec2 {
  if (!said.force) throw new Error('it says nothing');
  return said.force;
}

/** The desired velocity of an answer that must have one. */
export function desiredOf(said: Steering): Vec2 {
  if (!said.desiredVelocity) throw new Error('it wants nothing');
  return said.desiredVelocity;
}
