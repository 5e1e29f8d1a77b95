/** Combinators: each makes one behavior of several. A combinator is a behavior too, so they nest. */
import { add, length, scale, type Vec2, ZERO } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import type { Contribution } from '../signals/signals.js';
import { type Behavior, isBehavior, type Percept, requireBehaviors, type Steering } from './behavior.js';

/** The memories of the behaviors below, in their order. */
type Memories = readonly unknown[];

/** What a behavior's answer shows: its own contribution, or those of its children. */
export function contributionsOf(behavior: Behavior, said: Steering): readonly Contribution[] {
  if (said.contributions) return said.contributions;
  if (!said.force) return [];
  return [{ behavior: behavior.name ?? 'own', force: said.force, marks: said.marks ?? [] }];
}

/**
 * Lets the first behavior that answers with a force decide alone; those after it are not asked and keep their memory.
 *
 * Silence is `force` left out, not a force of zero; a silent behavior may still slow the body (`velocityScale`).
 * Source: Reynolds, GDC 1999 (priority).
 */
export function prioritize(...behaviors: readonly Behavior[]): Behavior<Memories> {
  requireBehaviors('prioritize', behaviors);
  return {
    name: 'prioritize',
    parts: behaviors.map((behavior) => ({ behavior })),
    start: () => behaviors.map((behavior) => behavior.start()),
    steer(percept, memories, soFar) {
      const memory = [...memories];
      let velocityScale = 1;
      for (let i = 0; i < behaviors.length; i++) {
        const behavior = behaviors[i] as Behavior;
        const said = behavior.steer(percept, memories[i], soFar);
        memory[i] = said.memory;
        velocityScale = Math.min(velocityScale, said.velocityScale ?? 1);
        if (said.force) return passedOn(behavior, said, memory, velocityScale);
      }
      return { memory, velocityScale, contributions: [] };
    },
  };
}

/**
 * Makes the answer of one child the answer of the combinator. (New keys go before the spread: after it they are slow.)
 */
function passedOn(behavior: Behavior, said: Steering, memory: Memories, slowed: number): Steering<Memories> {
  const contributions = contributionsOf(behavior, said);
  const answer = { contributions, velocityScale: 1, ...said, memory };
  return slowed < answer.velocityScale ? { ...answer, velocityScale: slowed } : answer;
}

export interface Weighted {
  readonly behavior: Behavior;
  readonly weight: number;
}

/**
 * Adds the forces of several behaviors, each with its weight.
 *
 * F = Σ wᵢ Fᵢ over all children that answer with a force. The body follows the weighted mean of their v_d and
 * v̇_d with W = Σ wᵢ times the gain. If all are silent, or all weights are 0, the blend is silent.
 *
 * Source: Reynolds, GDC 1999.
 */
export function blend(...parts: readonly (Behavior | Weighted)[]): Behavior<Memories> {
  const weighted = parts.map((part) => (isBehavior(part) ? { behavior: part, weight: 1 } : part));
  requireBehaviors(
    'blend',
    weighted.map((part) => part?.behavior ?? part),
  );
  return {
    name: 'blend',
    parts: weighted,
    start: () => weighted.map(({ behavior }) => behavior.start()),
    steer(percept, memories, soFar) {
      const sum = new WeightedSum(memories);
      for (let i = 0; i < weighted.length; i++) {
        const { behavior, weight } = weighted[i] as Weighted;
        sum.take(i, behavior, behavior.steer(percept, memories[i], add(soFar, sum.force)), weight);
      }
      return sum.said(percept);
    },
  };
}

/**
 * Adds forces in order of priority until the sum is as long as maxForce. The force that would exceed it is cut to the
 * length that is left; behaviors after it are not asked.
 *
 * Urgent behaviors come first and may use up the budget; the others share the rest. Source: Buckland 2005 (weighted
 * truncated running sum with prioritization).
 */
export function budget(...behaviors: readonly Behavior[]): Behavior<Memories> {
  requireBehaviors('budget', behaviors);
  return {
    name: 'budget',
    parts: behaviors.map((behavior) => ({ behavior })),
    start: () => behaviors.map((behavior) => behavior.start()),
    steer(percept, memories, soFar) {
      const sum = new WeightedSum(memories);
      let left = percept.body.maxForce;
      for (let i = 0; i < behaviors.length && left > 0; i++) {
        const behavior = behaviors[i] as Behavior;
        const said = behavior.steer(percept, memories[i], add(soFar, sum.force));
        const asked = said.force ? length(said.force) : 0;
        sum.take(i, behavior, said, asked > left ? left / asked : 1);
        left = asked > left ? 0 : percept.body.maxForce - length(sum.force);
      }
      const said = sum.said(percept);
      // A spent budget means full force for the whole tick, at any velocity.
      return left <= 0 && said.force ? { ...said, gain: 0 } : said;
    },
  };
}

/** The answers of several behaviors, added up with their shares. */
class WeightedSum {
  force: Vec2 = ZERO;
  readonly #memory: unknown[];
  readonly #contributions: Contribution[] = [];
  #gain = 0;
  #acceleration: Vec2 = ZERO;
  #velocityScale = 1;
  #arrived: boolean | undefined;
  #speaking = 0;
  #lookahead: number | undefined;

  constructor(memories: Memories) {
    this.#memory = [...memories];
  }

  take(i: number, behavior: Behavior, said: Steering, share: number): void {
    this.#memory[i] = said.memory;
    if (share === 0) return;
    this.#velocityScale = Math.min(this.#velocityScale, said.velocityScale ?? 1);
    if (!said.force) return;
    this.#speaking += 1;
    this.force = add(this.force, scale(said.force, share));
    this.#gain += share * (said.gain ?? 1);
    if (said.acceleration) this.#acceleration = add(this.#acceleration, scale(said.acceleration, share));
    if (said.arrived !== undefined) this.#arrived = said.arrived && (this.#arrived ?? true);
    this.#lookahead = said.lookahead;
    for (const contribution of contributionsOf(behavior, said)) {
      this.#contributions.push({ ...contribution, force: scale(contribution.force, share) });
    }
  }

  /**
   * The desired velocity shown is the one that the sum amounts to, v + F/(kW). A look-ahead is passed on only if a
   * single behavior answered: for a sum it has no meaning.
   */
  said({ velocity, body }: Percept): Steering<Memories> {
    const memory = this.#memory;
    const velocityScale = this.#velocityScale;
    if (this.#speaking === 0) return { memory, velocityScale, contributions: [] };
    const gain = this.#gain;
    return {
      force: this.force,
      memory,
      gain,
      acceleration: gain > 0 ? scale(this.#acceleration, 1 / gain) : ZERO,
      desiredVelocity: add(velocity, scale(this.force, 1 / ((gain || 1) * body.steeringGain))),
      velocityScale,
      ...(this.#arrived !== undefined && { arrived: this.#arrived }),
      ...(this.#speaking === 1 && this.#lookahead !== undefined && { lookahead: this.#lookahead }),
      contributions: this.#contributions,
    };
  }
}

export interface Chanced {
  readonly behavior: Behavior;
  /** Probability that it is asked, above 0 and at most 1. */
  readonly chance: number;
}

interface DitherMemory {
  readonly memories: readonly unknown[];
  /** Which behaviors were drawn; null before the first draw. */
  readonly drawn: readonly boolean[] | null;
}

/** Mean time that a draw holds: about as long as a body needs to respond. */
const MEAN_DRAW_TIME: Seconds = 0.1;

/**
 * Lets behaviors take turns by chance: an arbitration that is cheap and still lets each of them act.
 *
 * Of the drawn behaviors, the first that answers decides alone, with F/p: on average each gets what it asks for.
 *
 * Each tick draws again (each behavior with its chance p) with probability 1 − e^(−dt/T), T the mean draw time, so that
 * draws last equally long at every control rate; drawing in each tick, as in the book, would depend on the rate. If no
 * behavior was drawn the body coasts. Source: Reynolds 1993; Buckland 2005 (prioritized dithering).
 */
export function dither(...parts: readonly (Behavior | Chanced)[]): Behavior<DitherMemory> {
  const chanced = parts.map((part) => (isBehavior(part) ? { behavior: part, chance: 1 } : part));
  requireBehaviors(
    'dither',
    chanced.map((part) => part?.behavior ?? part),
  );
  return {
    name: 'dither',
    parts: chanced,
    start: () => ({ memories: chanced.map(({ behavior }) => behavior.start()), drawn: null }),
    steer(percept, { memories, drawn: before }, soFar) {
      const { random, dt, velocity } = percept;
      const anew = random.uniform() < -Math.expm1(-dt / MEAN_DRAW_TIME);
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
