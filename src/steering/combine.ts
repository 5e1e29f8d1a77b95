/** Ways to make one behavior of several; each is a behavior itself, so they nest. */
import { add, scale, type Vec2, ZERO } from '../geometry.js';
import type { Voice } from '../signals.js';
import type { Behavior, Percept, Steering } from './behavior.js';

/** The memories of the behaviors below, in their order. */
type Memories = readonly unknown[];

/** What a behavior's answer shows of itself: its own voice, or those of the behaviors below it. */
export function voicesOf(behavior: Behavior, said: Steering): readonly Voice[] {
  if (said.voices) return said.voices;
  if (!said.force) return [];
  return [{ behavior: behavior.name ?? 'own', force: said.force, marks: said.marks ?? [] }];
}

/**
 * Arbitration: the first behavior that speaks has it all; those after it are not asked and keep their memory.
 *
 * Source: Reynolds, GDC 1999 (priority); silence is `force` left out, not a force of zero.
 */
export function prioritize(...behaviors: readonly Behavior[]): Behavior<Memories> {
  return {
    name: 'prioritize',
    start: () => behaviors.map((behavior) => behavior.start()),
    steer(percept, memories, soFar) {
      const next = [...memories];
      for (const [i, behavior] of behaviors.entries()) {
        const said = behavior.steer(percept, memories[i], soFar);
        next[i] = said.memory;
        if (said.force) return { ...said, memory: next, voices: voicesOf(behavior, said) };
      }
      return { memory: next, voices: [] };
    },
  };
}

export interface Weighted {
  readonly behavior: Behavior;
  readonly weight: number;
}

/**
 * Blending: F = Σ wᵢ Fᵢ over all that speak, so that the body answers with W = Σ wᵢ times the gain to the weighted
 * mean of what they want, of v_d and of v̇_d. Nobody speaks, or all weights are 0: nothing is said.
 *
 * The desired velocity shown is the one that this force stands for, v + F/(kW). A look-ahead is handed on only
 * while one behavior alone speaks: of a sum it would mean nothing. Source: Reynolds, GDC 1999.
 */
export function blend(...parts: readonly (Behavior | Weighted)[]): Behavior<Memories> {
  const weighted = parts.map((part) => ('steer' in part ? { behavior: part, weight: 1 } : part));
  return {
    name: 'blend',
    start: () => weighted.map(({ behavior }) => behavior.start()),
    steer(percept, memories, soFar) {
      let sum = soFar;
      const said = weighted.map(({ behavior, weight }, i) => {
        const answer = behavior.steer(percept, memories[i], sum);
        const share = answer.force && weight > 0 ? scale(answer.force, weight) : undefined;
        if (share) sum = add(sum, share);
        return { behavior, weight, answer, share };
      });
      const memory = said.map(({ answer }) => answer.memory);
      const speaking = said.filter(({ share }) => share);
      return speaking.length > 0 ? summed(percept, speaking, memory) : { memory, voices: [] };
    },
  };
}

interface Spoken extends Weighted {
  readonly answer: Steering;
  readonly share: Vec2 | undefined;
}

function summed(percept: Percept, spoken: readonly Spoken[], memory: Memories): Steering<Memories> {
  const force = spoken.reduce((sum, { share }) => add(sum, share ?? ZERO), ZERO);
  const gain = spoken.reduce((sum, { answer, weight }) => sum + weight * (answer.gain ?? 1), 0);
  const acceleration = spoken.reduce(
    (sum, { answer, weight }) => add(sum, scale(answer.acceleration ?? ZERO, weight / gain)),
    ZERO,
  );
  const goals = spoken.filter(({ answer }) => answer.arrived !== undefined);
  const lookahead = spoken.length === 1 ? spoken[0]?.answer.lookahead : undefined;
  return {
    force,
    memory,
    acceleration,
    gain,
    desiredVelocity: add(percept.velocity, scale(force, 1 / (gain * percept.body.steeringGain))),
    velocityScale: Math.min(...spoken.map(({ answer }) => answer.velocityScale ?? 1)),
    ...(goals.length > 0 && { arrived: goals.every(({ answer }) => answer.arrived) }),
    ...(lookahead !== undefined && { lookahead }),
    voices: spoken.flatMap(({ behavior, answer, weight }) =>
      voicesOf(behavior, answer).map((voice) => ({ ...voice, force: scale(voice.force, weight) })),
    ),
  };
}
