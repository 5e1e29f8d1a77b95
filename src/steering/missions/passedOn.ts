/** How a node passes on what its child says. */
import type { Contribution } from '../../signals/signals.js';
import type { Behavior, Steering } from '../behavior.js';
import type { Ended } from './outcome.js';

/** What can change of an answer that is passed on. */
type Own = 'memory' | 'done' | 'why' | 'where' | 'sets';
type Changing = { -readonly [K in Own]: Steering[K] };

/**
 * The child's answer as that of its node. It is made once, by the lowest node: each node above owns it in turn, and only puts
 * its own memory in. So a tick of a deep tree copies one answer. (All keys, as in `desire`: adding some costs ten times as much.)
 * What comes through a behavior of a user's is copied, and looked at, again: it may have been kept, frozen or changed.
 */
export class PassedOn implements Steering {
  /** The node that gives it. */
  #node: Behavior | undefined;
  readonly force: Steering['force'];
  readonly desiredVelocity: Steering['desiredVelocity'];
  readonly memory: unknown;
  readonly arrived = undefined;
  readonly acceleration: Steering['acceleration'];
  readonly face: Steering['face'];
  readonly goal: Steering['goal'];
  readonly velocityScale: Steering['velocityScale'];
  readonly gain: Steering['gain'];
  readonly lookahead: Steering['lookahead'];
  readonly twist: Steering['twist'];
  readonly stands: Steering['stands'];
  readonly says: Steering['says'];
  readonly marks = undefined;
  readonly contributions: readonly Contribution[];
  readonly done: Steering['done'];
  readonly why: Steering['why'];
  readonly where: Steering['where'];
  readonly sets: Steering['sets'];
  readonly retraces: Steering['retraces'];

  constructor({ name = 'own' }: Behavior, said: Steering) {
    const { force, marks = [], contributions } = said;
    this.force = force;
    this.desiredVelocity = said.desiredVelocity;
    this.memory = said.memory;
    this.acceleration = said.acceleration;
    this.face = said.face;
    this.goal = said.goal;
    this.velocityScale = said.velocityScale;
    this.gain = said.gain;
    this.lookahead = said.lookahead;
    this.twist = said.twist;
    this.stands = said.stands;
    this.says = said.says;
    this.contributions = contributions ?? (force ? [{ behavior: name, force, marks }] : []);
    this.done = undefined;
    this.why = undefined;
    this.where = undefined;
    this.sets = undefined;
    this.retraces = said.retraces;
  }

  static isBy(said: Steering, node: Behavior): said is PassedOn {
    return #node in said && said.#node === node;
  }

  static giveTo(passed: PassedOn, node: Behavior): void {
    passed.#node = node;
  }
}

/** Whether a node of Steerbot's gives it, which has asked its child as every child is asked. */
export const isPassedBy = (said: Steering, node: Behavior): boolean => PassedOn.isBy(said, node);

/** The answer of a node that goes by a child's. @param ended how the node has ended by it */
export function passedOn<M>(
  node: Behavior<M>,
  child: Behavior,
  said: Steering,
  memory: M,
  sets: Steering['sets'],
  ended?: Ended,
): Steering<M> {
  const passed = PassedOn.isBy(said, child) ? said : new PassedOn(child, said);
  PassedOn.giveTo(passed, node as Behavior);
  const own: Changing = passed;
  own.memory = memory;
  own.sets = sets;
  own.done = ended && (ended.how === 'done' ? true : 'failed');
  own.why = ended?.why ?? undefined;
  own.where = ended?.where ?? undefined;
  return passed as Steering<M>;
}
