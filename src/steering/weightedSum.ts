/** The sum of several behaviors' answers. */
import { add, scale, type Vec2, ZERO } from '../math/geometry.js';
import type { Contribution, Intention, Reason, Twist } from '../signals/signals.js';
import { contributionsOf, type Memories, wishOf } from './asking.js';
import type { Behavior, Destination, Percept, Steering, Wish } from './behavior.js';
import { type Ended, endAnswer, endedBy, endedIn } from './missions/outcome.js';

/** The answers of several behaviors, added up with their shares. */
export class WeightedSum {
  force: Vec2 = ZERO;
  readonly #memory: unknown[];
  readonly #contributions: Contribution[] = [];
  #gain = 0;
  #acceleration: Vec2 = ZERO;
  #velocityScale = 1;
  #arrived: boolean | undefined;
  #speaking = 0;
  #lookahead: number | undefined;
  #face: number | undefined;
  #twist: Twist | undefined;
  #goal: Destination | undefined;
  #says: Intention | undefined;
  #stands: Reason | undefined;
  #sets: Steering['sets'];
  /** How the first of those that ask for nothing has ended; how those that speak have: done if all are. */
  #silent: Ended | undefined;
  #ended: Ended | undefined;
  #running = 0;
  readonly #node: Behavior;

  constructor(node: Behavior, memories: Memories) {
    this.#node = node;
    this.#memory = [...memories];
  }

  take(i: number, behavior: Behavior, said: Steering, share: number): void {
    this.#memory[i] = said.memory;
    if (share === 0) return;
    this.#velocityScale = Math.min(this.#velocityScale, said.velocityScale ?? 1);
    if (said.says) this.#says = { ...this.#says, ...said.says };
    this.#stands ??= said.stands;
    if (said.sets) this.#sets = { ...this.#sets, ...said.sets };
    if (!said.force) {
      const ended = endedBy(said);
      if (ended) this.#silent ??= endedIn(this.#node, i, ended);
      return;
    }
    this.#over(i, said);
    this.#speaking += 1;
    this.force = add(this.force, scale(said.force, share));
    this.#gain += share * (said.gain ?? 1);
    if (said.acceleration) this.#acceleration = add(this.#acceleration, scale(said.acceleration, share));
    if (said.arrived !== undefined) this.#arrived = said.arrived && (this.#arrived ?? true);
    this.#lookahead = said.lookahead;
    this.#face = said.face ?? this.#face;
    this.#twist = this.#speaking === 1 && share === 1 ? said.twist : undefined;
    this.#goal ??= said.goal;
    for (const contribution of contributionsOf(behavior, said)) {
      this.#contributions.push({ ...contribution, force: scale(contribution.force, share) });
    }
  }

  /** One that has failed decides. */
  #over(i: number, said: Steering): void {
    const ended = endedBy(said);
    if (!ended) this.#running += 1;
    else if (this.#ended?.how !== 'failed') this.#ended = endedIn(this.#node, i, ended);
  }

  get #end(): Ended | undefined {
    if (this.#speaking === 0) return this.#silent;
    return this.#running === 0 || this.#ended?.how === 'failed' ? this.#ended : undefined;
  }

  /** What the sum amounts to until now; the combinator's own wish while it is empty. */
  wish(percept: Percept): Wish | undefined {
    if (this.#speaking === 0) return percept.wish;
    return wishOf(this.#answer(percept), percept);
  }

  /**
   * The desired velocity shown is the one that the sum amounts to, v + F/(kW). A look-ahead is passed on only if a
   * single behavior answered: for a sum it has no meaning; a twist only if that behavior's force is the whole sum. Of
   * several goals the first counts, of several headings to turn to the last.
   */
  said(percept: Percept): Steering<Memories> {
    if (this.#speaking > 0) return this.#answer(percept);
    return {
      memory: this.#memory,
      velocityScale: this.#velocityScale,
      contributions: [],
      ...(this.#says && { says: this.#says }),
      ...(this.#stands && { stands: this.#stands }),
      ...this.#told(),
    };
  }

  #told(): Pick<Steering, 'sets' | 'done' | 'why' | 'where'> {
    const end = this.#end;
    return { ...(this.#sets && { sets: this.#sets }), ...(end && endAnswer(end)) };
  }

  /** (Every combinator gives one in each tick: one literal, since keys added to a spread cost forty times as much.) */
  #answer({ velocity, body }: Percept): Steering<Memories> {
    const gain = this.#gain;
    return {
      memory: this.#memory,
      velocityScale: this.#velocityScale,
      contributions: this.#contributions,
      force: this.force,
      gain,
      acceleration: gain > 0 ? scale(this.#acceleration, 1 / gain) : ZERO,
      desiredVelocity: add(velocity, scale(this.force, 1 / ((gain || 1) * body.steeringGain))),
      ...(this.#speaking === 1 && this.#lookahead !== undefined && { lookahead: this.#lookahead }),
      ...(this.#face !== undefined && { face: this.#face }),
      ...(this.#twist && { twist: this.#twist }),
      ...(this.#goal && { goal: this.#goal }),
      ...(this.#arrived !== undefined && { arrived: this.#arrived }),
      ...(this.#says && { says: this.#says }),
      ...(this.#stands && { stands: this.#stands }),
      ...((this.#sets || this.#ended) && this.#told()),
    };
  }
}
