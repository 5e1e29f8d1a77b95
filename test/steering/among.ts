/** A behavior among others: robots that stand or drive somewhere, and a behavior that perceives them. */
import { type Vec2, vec, ZERO } from '../../src/math/geometry.js';
import type { Neighbor } from '../../src/signals/signals.js';
import type { Behavior } from '../../src/steering/behavior.js';

/** At rest, facing +x, of 0.1 m radius, unless changed. */
export const robot = (x: number, y: number, changes: Partial<Neighbor> = {}): Neighbor => ({
  id: 'other',
  at: 0,
  position: vec(x, y),
  velocity: ZERO,
  heading: 0,
  radius: 0.1,
  ...changes,
});

/** A neighbor with a given motion. */
export const moving = (x: number, y: number, velocity: Vec2): Neighbor => robot(x, y, { velocity });

/** The behavior, with these neighbors in all that it perceives, each heard just now. */
export const among = <M>(behavior: Behavior<M>, neighbors: readonly Neighbor[]): Behavior<M> => ({
  start: () => behavior.start(),
  steer: (percept, memory, soFar) => {
    const { at } = percept;
    const heard = neighbors.map((neighbor) => ({ ...neighbor, at }));
    return behavior.steer({ ...percept, neighbors: heard }, memory, soFar);
  },
});
