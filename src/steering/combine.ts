/** Combinators: each makes one behavior of several. A combinator is a behavior too, so they nest. */
import { add, length, scale, ZERO } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import { misuse } from '../validation/caller.js';
import { aNumber } from '../validation/options.js';
import { ask, contributionsOf, firstToSpeak, type Memories, type Spoken, wishing } from './asking.js';
import { type Behavior, isBehavior, requireBehaviors, type Steering } from './behavior.js';
import { endAnswer, endedBy, endedIn } from './missions/outcome.js';
import { WeightedSum } from './weightedSum.js';

/**
 * Lets the first behavior that answers with a force decide alone.
 *
 * All are asked, from the last to the first: each hears what those after it would do (`percept.wish`), so that one
 * which avoids can find its way to the goal of another. Each keeps its new memory; only the answer of the first that
 * speaks counts. Silence is `force` left out, not a force of zero; a silent behavior before the one that speaks may
 * still slow the body (`velocityScale`). Source: Reynolds, GDC 1999 (priority).
 *
 * @example
 * ```ts
 * import { arrive, flee, prioritize, scenario, simulate } from 'steerbot';
 * const robots = [{ robot: 'scout', at: { x: 0.2, y: 0 }, mission: prioritize(flee({ target: [0, 0], panicDistance: '0.5 m' }), arrive({ target: [2, 0] })) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '15 s', robots }));
 * console.log(a?.outcome, a?.finalPose.x.toFixed(1)); // arrived 2.0
 * ```
 */
export function prioritize(...behaviors: readonly Behavior[]): Behavior<Memories> {
  requireBehaviors('prioritize', behaviors);
  const node: Behavior<Memories> = {
    name: 'prioritize',
    parts: behaviors.map((behavior) => ({ behavior })),
    start: () => behaviors.map((behavior) => behavior.start()),
    steer(percept, memories, soFar) {
      const memory = [...memories];
      const spoken = firstToSpeak(behaviors, percept, memory, soFar);
      const { winner, velocityScale } = spoken;
      if (!winner)
        return {
          memory,
          velocityScale,
          contributions: [],
          ...heardFrom(spoken),
          ...silentEndOf(node, spoken),
        };
      return passedOn(node, winner.index, winner.said, memory, spoken);
    },
  };
  return node;
}

/** The parts of the children's answers that count whichever child gives the force. */
const heardFrom = ({ says, stands, sets }: Spoken): Pick<Steering, 'says' | 'stands' | 'sets'> => ({
  ...(says && { says }),
  ...(stands && { stands }),
  ...(sets && { sets }),
});

/** If no child gives a force, a child that has ended ends the combinator. */
const silentEndOf = (node: Behavior, { ended }: Spoken): Pick<Steering, 'done' | 'why' | 'where'> =>
  ended ? endAnswer(endedIn(node, ended.index, ended)) : {};

/**
 * Makes the answer of one child the answer of the combinator. (New keys go before the spread: after it they are slow.)
 */
function passedOn(
  node: Behavior,
  index: number,
  said: Steering,
  memory: Memories,
  { velocityScale: slowed, says, stands, sets }: Spoken,
): Steering<Memories> {
  const contributions = contributionsOf(node.parts?.[index]?.behavior as Behavior, said);
  const ended = said.done || said.arrived ? endedBy(said) : undefined;
  return {
    ...said,
    memory,
    velocityScale: Math.min(slowed, said.velocityScale ?? 1),
    says: says ?? said.says,
    stands: stands ?? said.stands,
    contributions,
    sets,
    ...(ended && endAnswer(endedIn(node, index, ended))),
  };
}

/** @throws TypeError naming the first part whose share is no number from 0 to the most */
function requireShares<Key extends string>(
  taker: string,
  key: Key,
  parts: readonly Readonly<Record<Key, number>>[],
  most: number,
): void {
  const share = aNumber(`a ${key}`, 0, most);
  for (const [i, part] of parts.entries()) {
    const trouble = share(part[key]);
    if (trouble !== undefined) throw misuse(`${taker}: the ${key} of argument ${i + 1} ${trouble}`);
  }
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
 *
 * @example
 * ```ts
 * import { blend, scenario, seek, simulate, wander } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: blend({ behavior: seek({ target: [2, 0], within: '20 cm' }), weight: 2 }, wander({})) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots }));
 * console.log(a?.outcome); // arrived
 * ```
 */
export function blend(...parts: readonly (Behavior | Weighted)[]): Behavior<Memories> {
  const weighted = parts.map((part) => (isBehavior(part) ? { behavior: part, weight: 1 } : part));
  requireBehaviors(
    'blend',
    weighted.map((part) => part?.behavior ?? part),
  );
  requireShares('blend', 'weight', weighted, Number.POSITIVE_INFINITY);
  const node: Behavior<Memories> = {
    name: 'blend',
    parts: weighted,
    start: () => weighted.map(({ behavior }) => behavior.start()),
    steer(percept, memories, soFar) {
      const sum = new WeightedSum(node, memories);
      for (let i = 0; i < weighted.length; i++) {
        const { behavior, weight } = weighted[i] as Weighted;
        const heard = wishing(percept, sum.wish(percept));
        sum.take(i, behavior, ask(behavior, heard, memories[i], add(soFar, sum.force)), weight);
      }
      return sum.said(percept);
    },
  };
  return node;
}

/**
 * Adds forces in order of priority until the sum is as long as maxForce. The force that would exceed it is cut to the
 * length that is left; behaviors after it are not asked.
 *
 * Urgent behaviors come first and may use up the budget; the others share the rest. Source: Buckland 2005 (weighted
 * truncated running sum with prioritization).
 *
 * @example
 * ```ts
 * import { budget, scenario, seek, simulate, wander } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: budget(seek({ target: [2, 0], within: '20 cm' }), wander({})) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots }));
 * console.log(a?.outcome); // arrived
 * ```
 */
export function budget(...behaviors: readonly Behavior[]): Behavior<Memories> {
  requireBehaviors('budget', behaviors);
  const node: Behavior<Memories> = {
    name: 'budget',
    parts: behaviors.map((behavior) => ({ behavior })),
    start: () => behaviors.map((behavior) => behavior.start()),
    steer(percept, memories, soFar) {
      const sum = new WeightedSum(node, memories);
      let left = percept.body.maxForce;
      for (let i = 0; i < behaviors.length && left > 0; i++) {
        const behavior = behaviors[i] as Behavior;
        const heard = wishing(percept, sum.wish(percept));
        const said = ask(behavior, heard, memories[i], add(soFar, sum.force));
        const asked = said.force ? length(said.force) : 0;
        sum.take(i, behavior, said, asked > left ? left / asked : 1);
        left = asked > left ? 0 : percept.body.maxForce - length(sum.force);
      }
      const said = sum.said(percept);
      // A spent budget means full force for the whole tick, at any velocity.
      return left <= 0 && said.force ? { ...said, gain: 0 } : said;
    },
  };
  return node;
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
 * Of the drawn behaviors, the first that answers decides alone, as in `prioritize`, with F/p: on average each gets what
 * it asks for. The others are not asked.
 *
 * Each tick draws again (each behavior with its chance p) with probability 1 − e^(−dt/T), T the mean draw time, so that
 * draws last equally long at every control rate; drawing in each tick, as in the book, would depend on the rate. If no
 * behavior was drawn the body coasts. Source: Reynolds 1993; Buckland 2005 (prioritized dithering).
 *
 * @example
 * ```ts
 * import { dither, scenario, seek, simulate, wander } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: dither({ behavior: seek({ target: [2, 0], within: '20 cm' }), chance: 0.8 }, wander({})) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots }));
 * console.log(a?.outcome); // arrived
 * ```
 */
export function dither(...parts: readonly (Behavior | Chanced)[]): Behavior<DitherMemory> {
  const chanced = parts.map((part) => (isBehavior(part) ? { behavior: part, chance: 1 } : part));
  requireBehaviors(
    'dither',
    chanced.map((part) => part?.behavior ?? part),
  );
  requireShares('dither', 'chance', chanced, 1);
  const node: Behavior<DitherMemory> = {
    name: 'dither',
    parts: chanced,
    start: () => ({ memories: chanced.map(({ behavior }) => behavior.start()), drawn: null }),
    steer(percept, { memories, drawn: before }, soFar) {
      const { random, dt, velocity } = percept;
      const anew = random.uniform() < -Math.expm1(-dt / MEAN_DRAW_TIME);
      const drawn = before === null || anew ? chanced.map(({ chance }) => random.uniform() < chance) : before;
      const next = [...memories];
      const memory = { memories: next, drawn };
      const asked = chanced.map(({ behavior }, i) => (drawn[i] ? behavior : undefined));
      const spoken = firstToSpeak(asked, percept, next, soFar);
      const { winner, velocityScale } = spoken;
      const heard = heardFrom(spoken);
      if (winner) {
        const { behavior, chance } = chanced[winner.index] as Chanced;
        const { said } = winner;
        const contributions = contributionsOf(behavior, said).map(({ force, ...contribution }) => ({
          force: scale(force, 1 / chance),
          ...contribution,
        }));
        const [force, gain] = [scale(said.force ?? ZERO, 1 / chance), (said.gain ?? 1) / chance];
        // A stronger force than it asked for: its twist no longer fits.
        const { twist: _, ...rest } = said;
        const kept = chance === 1 ? said : rest;
        return { ...kept, force, gain, memory, contributions, velocityScale, ...heard };
      }
      if (drawn.includes(true))
        return { memory, velocityScale, contributions: [], ...heard, ...silentEndOf(node, spoken) };
      return { force: ZERO, gain: 0, desiredVelocity: velocity, memory, contributions: [] };
    },
  };
  return node;
}
