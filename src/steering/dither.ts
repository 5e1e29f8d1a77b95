/** Dither: behaviors take turns by chance, so that a cheap arbitration still lets everybody speak. */
import { scale, ZERO } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import type { Behavior } from './behavior.js';
import { contributionsOf } from './combine.js';

export interface Chanced {
  readonly behavior: Behavior;
  /** That it is asked at all, above 0 and at most 1. */
  readonly chance: number;
}

interface DitherMemory {
  readonly memories: readonly unknown[];
  /** Whose turn it may be; nobody's before the first draw. */
  readonly drawn: readonly boolean[] | null;
}

/** How long a draw holds on average: about as long as a body needs to answer. */
const HOLD: Seconds = 0.1;

/**
 * Of the behaviors that chance drew, the first that speaks has it all, F/p: on average each gets what it asks for.
 *
 * A draw (each behavior by its chance p) is made anew with probability 1 − e^(−dt/HOLD), so that draws last equally
 * long at every rate; drawing in each tick, as in the book, would change with it. Where nobody was drawn the body
 * coasts. Source: Reynolds 1993; Buckland 2005 (prioritized dithering).
 */
export function dither(...parts: readonly (Behavior | Chanced)[]): Behavior<DitherMemory> {
  const chanced = parts.map((part) => ('steer' in part ? { behavior: part, chance: 1 } : part));
  return {
    name: 'dither',
    start: () => ({ memories: chanced.map(({ behavior }) => behavior.start()), drawn: null }),
    steer(percept, { memories, drawn: before }, soFar) {
      const { random, dt, velocity } = percept;
      const anew = random.uniform() < -Math.expm1(-dt / HOLD);
      const drawn = before === null || anew ? chanced.map(({ chance }) => random.uniform() < chance) : before;
      const next = [...memories];
      const memory = { memories: next, drawn };
      let slowed = 1;
      for (const [i, { behavior, chance }] of chanced.entries()) {
        if (!drawn[i]) continue;
        const said = behavior.steer(percept, memories[i], soFar);
        next[i] = said.memory;
        slowed = Math.min(slowed, said.velocityScale ?? 1);
        if (!said.force) continue;
        const contributions = contributionsOf(behavior, said).map(({ force, ...contribution }) => ({
          force: scale(force, 1 / chance),
          ...contribution,
        }));
        const [force, gain] = [scale(said.force, 1 / chance), (said.gain ?? 1) / chance];
        return { ...said, force, gain, memory, contributions, velocityScale: slowed };
      }
      if (drawn.includes(true)) return { memory, velocityScale: slowed, contributions: [] };
      return { force: ZERO, gain: 0, desiredVelocity: velocity, memory, contributions: [] };
    },
  };
}
