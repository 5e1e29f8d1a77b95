/** A condition of a mission: whether it holds in a tick, how it is written, and how it is said. */
import { z } from 'zod';
import { didYouMean, isFound, oneOf } from '../../validation/errors.js';
import { sayIssue } from '../../validation/issues.js';
import { isRecord } from '../../validation/values.js';
import type { Percept } from '../behavior.js';
import { CONDITIONS, type ConditionKind, type Holds, type Since } from './conditions.js';

/** A condition as plain data, checked and in SI: `{ near: { target: [1, 0], within: 0.1 } }`. */
export type Condition = Readonly<Record<string, unknown>>;

/** What a program may write: quantities with their units, and `bumped` for `{ bumped: true }`. */
export type ConditionInput = string | Readonly<Record<string, unknown>>;

/** Words that stand for a condition without parameters. */
const SHORT: Readonly<Record<string, unknown>> = { bumped: true };

/** Every key of a condition. */
export const CONDITION_NAMES = [...Object.keys(CONDITIONS), 'not', 'all', 'any'] as const;

/** Whether a condition holds. @param since when the node that asks began */
export function holds(condition: Condition, percept: Percept, since: Since): Holds {
  const name = Object.keys(condition)[0] as string;
  const value = condition[name];
  switch (name) {
    case 'not': {
      const inner = holds(value as Condition, percept, since);
      return inner === null ? null : !inner;
    }
    case 'all':
      return joint(value as readonly Condition[], percept, since, false);
    case 'any':
      return joint(value as readonly Condition[], percept, since, true);
    default:
      return (CONDITIONS[name] as ConditionKind).holds(value, percept, since);
  }
}

/** One that is `decides` decides; else the unknown ones do. */
function joint(list: readonly Condition[], percept: Percept, since: Since, decides: boolean): Holds {
  let answer: Holds = !decides;
  for (const one of list) {
    const said = holds(one, percept, since);
    if (said === decides) return decides;
    if (said === null) answer = null;
  }
  return answer;
}

/** What a condition asks, in words: `bumped`, `near [1, 0]`, `not bumped`. */
export function conditionWords(condition: Condition): string {
  const name = Object.keys(condition)[0] as string;
  const value = condition[name];
  if (name === 'not') return `not ${conditionWords(value as Condition)}`;
  if (name === 'all' || name === 'any')
    return `(${(value as Condition[]).map(conditionWords).join(name === 'all' ? ' and ' : ' or ')})`;
  return value === true ? name : `${name} ${valueWords(value)}`;
}

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueWords).join(', ')}]`;
  if (!isRecord(value))
    return typeof value === 'number' ? String(Number(value.toPrecision(4))) : String(value);
  return Object.entries(value)
    .flatMap(([key, inner]) => (inner === undefined ? [] : [`${key} ${valueWords(inner)}`]))
    .join(', ');
}

/** Every condition below, with itself: `not`, `all` and `any` have some. */
export function* conditionsIn(condition: Condition): Generator<readonly [name: string, value: unknown]> {
  const name = Object.keys(condition)[0] as string;
  const value = condition[name];
  yield [name, value];
  if (name === 'not') yield* conditionsIn(value as Condition);
  if (name === 'all' || name === 'any') for (const one of value as Condition[]) yield* conditionsIn(one);
}

/** All schemas that read conditions, for a file's JSON Schema. */
export const conditionReaders = new WeakSet<z.core.$ZodType>();

/** Reads a condition: a map with one key, or a word. */
export const condition: z.ZodType<Condition, ConditionInput> = z
  .custom<ConditionInput>()
  .transform((value, context) => readCondition(value, context, []) ?? z.NEVER);
conditionReaders.add(condition);

type Place = readonly PropertyKey[];

function readCondition(written: unknown, context: z.core.$RefinementCtx, at: Place): Condition | undefined {
  const fail = (message: string, path: Place = at): undefined => {
    context.addIssue({ code: 'custom', message, path: [...path] });
    return undefined;
  };
  const isShort = typeof written === 'string' && Object.hasOwn(SHORT, written);
  const value = isShort ? { [written]: SHORT[written] } : written;
  if (!isRecord(value) || Object.keys(value).length !== 1) return fail(notOne(written));
  const [[name, inside]] = Object.entries(value) as [[string, unknown]];
  if (name === 'not') {
    const inner = readCondition(inside, context, [...at, name]);
    return inner && { not: inner };
  }
  if (name === 'all' || name === 'any') {
    if (!Array.isArray(inside) || inside.length === 0)
      return fail(`${name} takes a list of conditions, at least one`, [...at, name]);
    const list = inside.map((one, i) => readCondition(one, context, [...at, name, i]));
    return list.every((one) => one !== undefined) ? { [name]: list } : undefined;
  }
  const kind = Object.hasOwn(CONDITIONS, name) ? CONDITIONS[name] : undefined;
  if (!kind) return fail(unknown(name), [...at, name]);
  const parsed = kind.parameters.safeParse(inside, { error: sayIssue });
  for (const issue of parsed.error?.issues ?? [])
    context.addIssue({ ...issue, path: [...at, name, ...issue.path] } as never);
  return parsed.success ? { [name]: parsed.data } : undefined;
}

const WANTED = `a condition is one of ${oneOf(CONDITION_NAMES)}, such as near: [1, 0]`;

function notOne(written: unknown): string {
  if (isRecord(written) && Object.keys(written).length > 1)
    return `${Object.keys(written).length} conditions in one place; join them with all: [...] or any: [...]`;
  const word = typeof written === 'string' ? ` ${didYouMean(written, Object.keys(SHORT))}` : '';
  return `${isFound(written)}; ${WANTED};${word}`.replace(/;$/, '');
}

const unknown = (name: string): string =>
  `unknown condition '${name}'; known are ${oneOf(CONDITION_NAMES)}; ${didYouMean(name, CONDITION_NAMES)}`.replace(
    /; $/,
    '',
  );
