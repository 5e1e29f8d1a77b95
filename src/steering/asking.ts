/** How a combinator asks its children: each with the wish that it may overrule. */
import { add, scale, type Vec2, ZERO } from '../math/geometry.js';
import type { Contribution, Intention, Reason } from '../signals/signals.js';
import { ownLine } from '../validation/caller.js';
import { described } from '../validation/options.js';
import { ownTrouble, troubleOf } from './badAnswers.js';
import type { Behavior, Percept, Steering, Wish } from './behavior.js';
import { LazyPercept } from './lazyPercept.js';
import { type Ended, endedBy } from './missions/outcome.js';
import { isPassedBy } from './missions/passedOn.js';
import { isOwn, perceptFor } from './readOnly.js';

/** The memories of the behaviors below, in their order. */
export type Memories = readonly unknown[];

/** What a behavior's answer shows: its own contribution, or those of its children. */
export function contributionsOf(behavior: Behavior, said: Steering): readonly Contribution[] {
  if (said.contributions) return said.contributions;
  if (!said.force) return [];
  return [{ behavior: behavior.name ?? 'own', force: said.force, marks: said.marks ?? [] }];
}

/** A behavior returned what cannot be meant. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}

/**
 * Asks a child, with the wish that it may overrule.
 * @throws BadAnswer also where the answer would not count: an answer that is not finite shows a defect
 */
export function ask(behavior: Behavior, percept: Percept, memory: unknown, soFar: Vec2): Steering {
  const name = behavior.name ?? 'a behavior';
  const byProgram = isOwn(behavior);
  let said: Steering | null | undefined;
  try {
    said = behavior.steer(perceptFor(byProgram, percept), memory, soFar);
  } catch (error) {
    throw error instanceof BadAnswer ? error : new BadAnswer(`${name} threw: ${reasonOf(error)}`);
  }
  if (typeof said !== 'object' || said === null)
    throw new BadAnswer(`${name} returned ${described(said, 'nothing')}; steer() must return { memory }`);
  // Its node has looked at it.
  if (isPassedBy(said, behavior)) return said;
  const trouble = troubleOf(said, memory) ?? (byProgram ? ownTrouble(said, memory) : undefined);
  if (trouble !== undefined) throw new BadAnswer(`${name} returned ${trouble}`);
  return said;
}

/** A text for any thrown value; calling toString of an object could throw again. */
function reasonOf(error: unknown): string {
  if (error instanceof Error)
    return [`${error.name}: ${error.message}`, ownLine(error)].filter(Boolean).join(', at ');
  return typeof error === 'object' && error !== null ? 'an object' : String(error);
}

/** The percept with another wish. */
export const wishing = (percept: Percept, wish: Wish | undefined): Percept =>
  percept.wish === wish ? percept : new LazyPercept(percept, wish, () => percept.obstacles);

/** What an answer amounts to, as a wish: its desired velocity, or else v + F/k. */
export function wishOf(said: Omit<Steering, 'memory'>, { velocity, body }: Percept): Wish {
  const { force, desiredVelocity, acceleration, lookahead, face, goal } = said;
  return {
    velocity: desiredVelocity ?? add(velocity, scale(force ?? ZERO, 1 / body.steeringGain)),
    ...(acceleration && { acceleration }),
    ...(lookahead !== undefined && { lookahead }),
    ...(face !== undefined && { face }),
    ...(goal && { goal }),
  };
}

/** A child's answer with a force, and what else of the children counts with it. */
interface Winner {
  /** Its number among the children. */
  readonly index: number;
  readonly said: Steering;
}

/** What the children answered together, besides the winner's answer. */
export interface Spoken {
  readonly winner: Winner | undefined;
  readonly velocityScale: number;
  readonly says: Intention | undefined;
  /** Of the children without a force, how the last one has ended, and its index; it counts if no child gives a force. */
  readonly ended: (Ended & { readonly index: number }) | undefined;
  /** What the children tell as signals. */
  readonly sets: Steering['sets'];
  /** What keeps the robot from going on: of the one that speaks, or of those before it that slow it. */
  readonly stands: Reason | undefined;
}

/**
 * Asks children from the last to the first; each hears the wish of those after it. The first in the list that speaks
 * wins.
 *
 * @param memory receives the new memory of each child that was asked
 */
export function firstToSpeak(
  children: readonly (Behavior | undefined)[],
  percept: Percept,
  memory: unknown[],
  soFar: Vec2,
): Spoken {
  let says: Intention | undefined;
  let winner: Winner | undefined;
  let { wish } = percept;
  let velocityScale = 1;
  let stands: Reason | undefined;
  let ended: Spoken['ended'];
  let sets: Steering['sets'];
  for (let index = children.length - 1; index >= 0; index--) {
    const behavior = children[index];
    if (!behavior) continue;
    const said = ask(behavior, wishing(percept, wish), memory[index], soFar);
    memory[index] = said.memory;
    const slowed = said.velocityScale ?? 1;
    if (said.says) says = says ? { ...says, ...said.says } : said.says;
    if (said.sets) sets = { ...sets, ...said.sets };
    const over = !said.force && (said.done || said.arrived) ? endedBy(said) : undefined;
    if (over) ended ??= { ...over, index };
    if (said.stands || said.force) stands = said.stands;
    if (said.force) {
      winner = { index, said };
      wish = wishOf(said, percept);
      velocityScale = slowed;
    } else velocityScale = Math.min(velocityScale, slowed);
  }
  return { winner, velocityScale, says, stands, ended, sets };
}
