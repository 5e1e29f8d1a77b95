/** How a node passes on what its child says. */
import { contributionsOf } from '../asking.js';
import type { Behavior, Steering } from '../behavior.js';
import type { Ended } from './outcome.js';

/**
 * The child's answer as that of its node. (One literal with all keys, as in `desire`: a spread costs ten times as much.)
 */
export function passing<M>(
  child: Behavior,
  said: Steering,
  memory: M,
  sets: Steering['sets'],
  ended?: Ended,
): Steering<M> {
  return {
    force: said.force,
    desiredVelocity: said.desiredVelocity,
    memory,
    arrived: undefined,
    acceleration: said.acceleration,
    face: said.face,
    goal: said.goal,
    velocityScale: said.velocityScale,
    gain: said.gain,
    lookahead: said.lookahead,
    twist: said.twist,
    stands: said.stands,
    says: said.says,
    marks: undefined,
    contributions: contributionsOf(child, said),
    done: ended && (ended.how === 'done' ? true : 'failed'),
    why: ended?.why ?? undefined,
    where: ended?.where ?? undefined,
    sets,
    retraces: said.retraces,
  };
}
