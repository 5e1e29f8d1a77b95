/**
 * Nodes that ask their children in turn: `sequence`, `fallback`, `repeat`, `retry`, `timeout`, `call`, and the guard of
 * `while` and `unless`.
 *
 * One child is asked in a tick, or several where each ends in it; what is not asked has no effect, and its memory is
 * dropped with it: two children never drive at once. Each node remembers where it is. Source: Colledanchise & Ögren 2018
 * (nodes with memory), in the words of BehaviorTree.CPP.
 */
import { z } from 'zod';
import { reaches } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import { misuse } from '../../validation/caller.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity } from '../../validation/quantity.js';
import { isRecord } from '../../validation/values.js';
import { ask } from '../asking.js';
import { type Behavior, isBehavior, type Percept, requireBehaviors, type Steering } from '../behavior.js';
import { type Condition, type ConditionInput, condition, conditionWords, holds } from './condition.js';
import { type Since, sinceNow } from './conditions.js';
import { mustBeSeconds } from './inSeconds.js';
import { type Ended, endedBy, endedIn, GUARD, silentEnd } from './outcome.js';
import { passedOn } from './passedOn.js';

/** What a node that asks in turn remembers. */
export interface InTurnMemory {
  /** The child that is asked, from 0. */
  readonly child: number;
  /** Its memory; the others have none. */
  readonly memory: unknown;
  /** How many times it has begun anew. */
  readonly round: number;
  /** When it began; null before it was asked. */
  readonly since: Since | null;
  /** It has ended, and stays so until its parent leaves it; null while it runs. */
  readonly ended: Ended | null;
}

/** What the nodes of this kind differ in. */
interface Rules {
  /** After a child that has ended so, the next is asked; a child that ends otherwise ends the node. */
  readonly goesOnAfter?: Ended['how'];
  /** It begins anew after it has ended so. */
  readonly again?: Ended['how'];
  /** How often it runs at most; without it for ever. */
  readonly times?: number | undefined;
  /** It fails after this time. */
  readonly after?: Seconds | undefined;
  readonly while?: Condition | undefined;
  readonly unless?: Condition | undefined;
}

const times = quantity('', { min: 1 }).optional().describe('How many times; without it for ever.');

/** The parameters of each node, as missions write them beside its children. */
export const NODE_PARAMETERS = {
  sequence: z.strictObject({}),
  fallback: z.strictObject({}),
  repeat: z.strictObject({ times }),
  retry: z.strictObject({ times }),
  timeout: z.strictObject({
    after: quantity('s', { above: 0 }).describe('It fails when it has not ended by then.'),
  }),
  call: z.strictObject({ name: z.string().min(1) }),
  [GUARD]: z
    .strictObject({
      while: condition.optional().describe('It runs as long as this holds.'),
      unless: condition.optional().describe('It runs until this holds.'),
    })
    .refine((one) => one.while !== undefined || one.unless !== undefined, {
      error: 'no condition is found; while or unless is wanted; add one',
    }),
} as const;

export type TurnName = keyof typeof NODE_PARAMETERS;

const RULES: Readonly<Record<TurnName, Rules>> = {
  sequence: {},
  fallback: { goesOnAfter: 'failed' },
  repeat: { again: 'done' },
  retry: { again: 'failed' },
  timeout: {},
  call: {},
  [GUARD]: {},
};

/** A node by its name, with checked parameters. */
export function inTurn(
  name: TurnName,
  input: Readonly<Record<string, unknown>>,
  children: readonly Behavior[],
): Behavior<InTurnMemory> {
  const rules: Rules = { ...RULES[name], ...input };
  const begin = (child: number, before?: InTurnMemory): InTurnMemory => ({
    child,
    memory: (children[child] as Behavior).start(),
    round: before?.round ?? 0,
    since: before?.since ?? null,
    ended: null,
  });
  const node: Behavior<InTurnMemory> = {
    name,
    input,
    parts: children.map((behavior) => ({ behavior })),
    start: () => begin(0),
    steer(percept, before, soFar) {
      if (before.ended) return silentEnd(before, before.ended);
      let now = before.since ? before : { ...before, since: sinceNow(percept) };
      const since = now.since as Since;
      const over = overBy(rules, percept, since);
      if (over === 'unknown') return { memory: now, contributions: [], stands: UNKNOWN };
      if (over) return ending(now, over);
      let sets: Steering['sets'];
      for (;;) {
        const child = children[now.child] as Behavior;
        const said = ask(child, percept, now.memory, soFar);
        if (said.sets) sets = { ...sets, ...said.sets };
        const ended = endedBy(said);
        if (!ended) return passedOn(node, child, said, withMemory(now, said.memory), sets);
        const goesOn = ended.how === (rules.goesOnAfter ?? 'done');
        if (goesOn && now.child + 1 < children.length) {
          now = begin(now.child + 1, now);
          continue;
        }
        const here = endedIn(node, now.child, ended);
        if (ended.how !== rules.again || now.round + 1 >= (rules.times ?? Number.POSITIVE_INFINITY))
          return passedOn(node, child, said, { ...now, memory: null, ended: here }, sets, here);
        // The next round begins in the next tick: a loop whose children end at once must not hold this one up.
        return passedOn(node, child, said, begin(0, { ...now, round: now.round + 1 }), sets);
      }
    },
  };
  return node;
}

/** (Written out: a spread costs three times as much.) */
const withMemory = ({ child, round, since, ended }: InTurnMemory, memory: unknown): InTurnMemory => ({
  child,
  memory,
  round,
  since,
  ended,
});

const UNKNOWN = { why: 'it waits for the sensors that its condition asks' };

/** Why the node has to end before its child is asked. */
function overBy(rules: Rules, percept: Percept, since: Since): Ended | 'unknown' | undefined {
  const { after, while: lasting, unless } = rules;
  if (after !== undefined && reaches(percept.mission.time - since.time, after))
    return { how: 'failed', why: `${after} s are over`, where: null };
  const lasts = lasting ? holds(lasting, percept, since) : true;
  const ends = unless ? holds(unless, percept, since) : false;
  if (lasts === false)
    return { how: 'done', why: `no longer ${conditionWords(lasting as Condition)}`, where: null };
  if (ends === true) return { how: 'done', why: conditionWords(unless as Condition), where: null };
  return lasts === null || ends === null ? 'unknown' : undefined;
}

const ending = (memory: InTurnMemory, ended: Ended): Steering<InTurnMemory> =>
  silentEnd({ ...memory, memory: null, ended }, ended);

type Nodes = readonly Behavior[];

/** Options come before the children, where there are any. */
function made(name: TurnName, given: readonly unknown[]): Behavior<InTurnMemory> {
  const [first, ...rest] = given;
  const hasOptions = isRecord(first) && !isBehavior(first);
  const children = (hasOptions ? rest : given) as Nodes;
  const input = checkedInput(name, NODE_PARAMETERS[name] as z.ZodType, hasOptions ? first : {});
  if (children.length === 0)
    throw misuse(`${name}: it has no behavior; give one, such as arrive({ target: [1, 0] })`);
  requireBehaviors(name, children, hasOptions ? 2 : 1);
  return inTurn(name, input as Readonly<Record<string, unknown>>, children);
}

/**
 * One after the other: done when the last is done, failed as soon as one has failed.
 *
 * It remembers which one runs, and does not ask those before it again.
 *
 * @example
 * ```ts
 * import { arrive, scenario, sequence, simulate, wait } from 'steerbot';
 * const there = sequence(arrive({ target: [1, 0] }), wait('1 s'), arrive({ target: [0, 0] }));
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots: [{ robot: 'scout', mission: there }] }));
 * console.log(a?.outcome, a?.finalPose.x.toFixed(1)); // arrived 0.0
 * ```
 */
export const sequence = (...nodes: Nodes): Behavior<InTurnMemory> => made('sequence', nodes);

/**
 * The first that works: after one that has failed the next is asked; done as soon as one is done.
 *
 * @example
 * ```ts
 * import { arrive, fallback, home, scenario, simulate, timeout } from 'steerbot';
 * const there = fallback(timeout('1 s', arrive({ target: [5, 0] })), home());
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots: [{ robot: 'scout', mission: there }] }));
 * console.log(a?.outcome, a?.finalPose.x.toFixed(1)); // arrived 0.0
 * ```
 */
export const fallback = (...nodes: Nodes): Behavior<InTurnMemory> => made('fallback', nodes);

/** How many times; without it for ever. */
export interface Times {
  readonly times?: number;
}

/**
 * Again and again, one child after the other, until one fails: for ever, or so many times.
 *
 * @example
 * ```ts
 * import { arrive, repeat, scenario, simulate } from 'steerbot';
 * const shuttle = repeat({ times: 2 }, arrive({ target: [0.5, 0] }), arrive({ target: [0, 0] }));
 * const { robots: [a] } = await simulate(scenario({ duration: '30 s', robots: [{ robot: 'scout', mission: shuttle }] }));
 * console.log(a?.outcome, a?.distanceTravelled.toFixed(0)); // arrived 2
 * ```
 */
export const repeat = (...nodes: readonly [Times, ...Nodes] | Nodes): Behavior<InTurnMemory> =>
  made('repeat', nodes);

/**
 * Again when it has failed: for ever, or so many times.
 *
 * @example
 * ```ts
 * import { arrive, retry, scenario, simulate, timeout } from 'steerbot';
 * const patient = retry({ times: 5 }, timeout('2 s', arrive({ target: [2, 0] })));
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots: [{ robot: 'scout', mission: patient }] }));
 * console.log(a?.outcome); // arrived
 * ```
 */
export const retry = (...nodes: readonly [Times, ...Nodes] | Nodes): Behavior<InTurnMemory> =>
  made('retry', nodes);

/**
 * Fails when the others have not ended in time. Only time in which the robot may drive counts.
 *
 * @param after in seconds, or with a unit
 * @example
 * ```ts
 * import { arrive, scenario, simulate, timeout } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: timeout('1 s', arrive({ target: [5, 0] })) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots }));
 * console.log(a?.outcome, a?.why); // failed in timeout: 1 s are over
 * ```
 */
export function timeout(after: number | string, ...nodes: Nodes): Behavior<InTurnMemory> {
  mustBeSeconds('timeout', after);
  return made('timeout', [{ after }, ...nodes]);
}

/** Conditions that end a node; it has done its work then. */
export interface Lasting {
  readonly while?: ConditionInput;
  readonly unless?: ConditionInput;
}

/**
 * Runs a node as long as a condition holds (`while`), or until one does (`unless`); then it is done. Asked in every tick.
 * While a sensor that it asks has not spoken, the robot stands.
 *
 * @example
 * ```ts
 * import { guarded, scenario, sequence, simulate, wander } from 'steerbot';
 * const stroll = sequence(guarded({ unless: { distance: '1 m' } }, wander({})));
 * const { robots: [a] } = await simulate(scenario({ duration: '30 s', robots: [{ robot: 'scout', mission: stroll }] }));
 * console.log(a?.outcome, (a?.distanceTravelled ?? 0) < 1.5); // arrived true
 * ```
 */
export const guarded = (guards: Lasting, node: Behavior): Behavior<InTurnMemory> =>
  // A guard is written beside its node: a second one needs a node of its own.
  made(GUARD, [guards, node?.name === GUARD ? sequence(node) : node]);

/**
 * A part of a mission with a name of its own, which its steps have in recordings, on the page and in results.
 *
 * @example
 * ```ts
 * import { arrive, call, sequence, wait } from 'steerbot';
 * const visit = (x: number) => call('visit', arrive({ target: [x, 0] }), wait('1 s'));
 * console.log(sequence(visit(1), visit(2)).parts?.length); // 2
 * ```
 */
export const call = (name: string, ...nodes: Nodes): Behavior<InTurnMemory> =>
  made('call', [{ name }, ...nodes]);
