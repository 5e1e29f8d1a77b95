/** Leaves that do not drive: they wait, check, tell, and give up. */
import { z } from 'zod';
import { reaches } from '../../math/time.js';
import type { SignalValue } from '../../signals/missionTree.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity } from '../../validation/quantity.js';
import { isRecord } from '../../validation/values.js';
import type { Behavior } from '../behavior.js';
import type { BehaviorEntry } from '../entry.js';
import { type Condition, type ConditionInput, condition, conditionWords, holds } from './condition.js';
import { type Since, signalValues, sinceNow } from './conditions.js';
import { mustBeSeconds } from './inSeconds.js';

const waitParameters = z
  .strictObject({
    for: quantity('s', { min: 0 }).optional().describe('So long, while the robot may drive.'),
    until: condition.optional().describe('Until this holds.'),
  })
  .refine((one) => (one.for === undefined) !== (one.until === undefined), {
    error: 'a wait has one end: for: a time, or until: a condition; give one',
  });

/** A time, or a condition; or both forms with their keys. */
export type WaitInput = number | string | ConditionInput;

/** When it began; null before it was asked. */
interface Begun {
  readonly since: Since | null;
}

/**
 * Stands for a time, or until a condition holds.
 *
 * @example
 * ```ts
 * import { arrive, scenario, sequence, simulate, wait } from 'steerbot';
 * const mission = sequence(wait('2 s'), arrive({ target: [0.2, 0] }));
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots: [{ robot: 'scout', mission }] }));
 * console.log((a?.timeToGoal ?? 0) > 2); // true
 * ```
 */
export function wait(input: WaitInput): Behavior<Begun> {
  mustBeSeconds('wait', input);
  const given = checkedInput('wait', waitParameters, shortWait(input));
  const [time, until] = [given.for, given.until];
  const why =
    time === undefined ? `it waits until ${conditionWords(until as Condition)}` : `it waits for ${time} s`;
  return {
    name: 'wait',
    input: given,
    start: () => ({ since: null }),
    steer(percept, before) {
      const since = before.since ?? sinceNow(percept);
      const isOver =
        time === undefined
          ? holds(until as Condition, percept, since) === true
          : reaches(percept.mission.time - since.time, time);
      return { memory: { since }, ...(isOver ? { done: true } : { stands: { why } }) };
    },
  };
}

/** `2 s` is `{ for: '2 s' }`; a condition is `{ until: … }`. */
function shortWait(input: unknown): unknown {
  if (isRecord(input)) return 'for' in input || 'until' in input ? input : { until: input };
  return typeof input === 'string' && /^[a-z]/i.test(input) ? { until: input } : { for: input };
}

wait.entry = {
  about: 'Stands for a time, or until a condition holds.',
  parameters: waitParameters,
  marks: {},
  short: shortWait,
};

const checkParameters = z.strictObject({ that: condition.describe('What has to hold.') });

/**
 * Done if a condition holds now, and failed if not; it waits while a sensor that it asks has not spoken.
 *
 * @example
 * ```ts
 * import { arrive, check, fallback, scenario, sequence, simulate } from 'steerbot';
 * const mission = fallback(sequence(check({ near: [9, 9] }), arrive({ target: [9, 9] })), arrive({ target: [0.5, 0] }));
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots: [{ robot: 'scout', mission }] }));
 * console.log(a?.outcome, a?.finalPose.x.toFixed(1)); // arrived 0.5
 * ```
 */
export function check(input: ConditionInput | { readonly that: ConditionInput }): Behavior<null> {
  const given = checkedInput('check', checkParameters, shortCheck(input));
  const { that } = given;
  return {
    name: 'check',
    input: given,
    start: () => null,
    steer(percept, memory) {
      const answer = holds(that, percept, sinceNow(percept));
      if (answer === null) return { memory, stands: { why: `it waits to know: ${conditionWords(that)}` } };
      return answer ? { memory, done: true } : { memory, done: 'failed', why: `not ${conditionWords(that)}` };
    },
  };
}

const shortCheck = (input: unknown): unknown =>
  isRecord(input) && 'that' in input ? input : { that: input };

check.entry = {
  about: 'Done if a condition holds, else failed.',
  parameters: checkParameters,
  marks: {},
  short: shortCheck,
};

const setParameters = z.strictObject({ signals: signalValues.describe('Their values by their names.') });

/**
 * Tells a value to the rest of the mission, and to the program that runs it: the condition `signal` asks for it from the
 * next tick on.
 *
 * @example
 * ```ts
 * import { guarded, parallel, scenario, sequence, set, simulate, wait, wander } from 'steerbot';
 * const roam = guarded({ unless: { signal: { tired: true } } }, wander({}));
 * const mission = parallel(roam, sequence(wait('3 s'), set({ tired: true })));
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots: [{ robot: 'scout', mission }] }));
 * console.log(a?.outcome); // arrived
 * ```
 */
export function set(input: Readonly<Record<string, SignalValue>> | SetInput): Behavior<null> {
  const given = checkedInput('set', setParameters, shortSet(input));
  return {
    name: 'set',
    input: given,
    start: () => null,
    steer: (_, memory) => ({ memory, done: true, sets: given.signals }),
  };
}

export interface SetInput {
  readonly signals: Readonly<Record<string, SignalValue>>;
}

const shortSet = (input: unknown): unknown =>
  isRecord(input) && isRecord(input.signals) ? input : { signals: input };

set.entry = {
  about: 'Tells values to the rest of the mission.',
  parameters: setParameters,
  marks: {},
  short: shortSet,
};

const failParameters = z.strictObject({
  why: z.string().min(1).default('it gave up').describe('What the result says.'),
});

/**
 * Fails, with a reason for the log and the result.
 *
 * @example
 * ```ts
 * import { fail, scenario, simulate } from 'steerbot';
 * const { robots: [a] } = await simulate(scenario({ robots: [{ robot: 'scout', mission: fail('no door here') }] }));
 * console.log(a?.outcome, a?.why); // failed in fail: no door here
 * ```
 */
export function fail(input: string | { readonly why?: string } = {}): Behavior<null> {
  const given = checkedInput('fail', failParameters, shortFail(input));
  return {
    name: 'fail',
    input: given,
    start: () => null,
    steer: (_, memory) => ({ memory, done: 'failed', why: given.why }),
  };
}

const shortFail = (input: unknown): unknown => (typeof input === 'string' ? { why: input } : input);

fail.entry = { about: 'Gives up.', parameters: failParameters, marks: {}, short: shortFail };

/** Leaves that do not drive, by the names that missions call them. */
export const STILL = { wait, check, set, fail } satisfies Readonly<
  Record<string, { readonly entry: BehaviorEntry }>
>;
