/** Converts Zod's issues to messages of the form `found; allowed; cure`. */
import type { z } from 'zod';
import { misuse } from './caller.js';
import { didYouMean, FileError, isFound, oneOf, placedFault } from './errors.js';
import { fieldOf, isRecord, type KeyPath, valueAt } from './values.js';

type RawIssue = z.core.$ZodRawIssue;
type Issue = z.core.$ZodIssue;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'a map',
  record: 'a map',
  array: 'a list',
  tuple: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** The keys of the schema that refused some: zod passes the schema, but not in its types. */
function keysOf(issue: RawIssue): string[] {
  const schema = issue.inst as { _zod?: { def?: { shape?: Record<string, unknown> } } } | undefined;
  return Object.keys(schema?._zod?.def?.shape ?? {});
}

function unknownKeys(keys: readonly string[], issue: RawIssue): string {
  const known = keysOf(issue);
  const allowed = known.length > 0 ? `allowed: ${known.join(', ')}` : 'no key is allowed here';
  // At most 100: each needs a search for similar keys, and more are not read.
  return keys
    .slice(0, 100)
    .map((key) => `unknown key '${key}'; ${allowed}; ${didYouMean(key, known)}`)
    .join('\n');
}

function unknownWord(input: unknown, values: readonly unknown[]): string {
  const words = values.map(String);
  const cure = typeof input === 'string' ? didYouMean(input, words) : '';
  return `${isFound(input)}; ${oneOf(words)} is wanted; ${cure}`;
}

/** @param bound `at least 2` */
function size(issue: { input?: unknown; origin: string }, bound: string): string {
  const { input, origin } = issue;
  if (origin === 'string') return `${input === '' ? 'an empty text' : isFound(input)}; a text is wanted`;
  if (Array.isArray(input)) return `a list of ${input.length} is found; a list of ${bound} is wanted`;
  return `${isFound(input)}; ${bound} is wanted`;
}

const formless = (issue: RawIssue): string =>
  `${isFound(issue.input)}; this is not one of the forms allowed here`;

/** The message of an issue without one of its own; passed to zod as `error`. */
export function sayIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${isFound(issue.input)}; ${TYPE_NAMES[issue.expected] ?? issue.expected} is wanted`;
    case 'unrecognized_keys':
      return unknownKeys(issue.keys, issue);
    case 'invalid_value':
      return unknownWord(issue.input, issue.values);
    case 'too_small':
      return size(issue, `${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`);
    case 'too_big':
      return size(issue, `${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`);
    case 'invalid_union':
      if (issue.discriminator)
        return unknownWord(fieldOf(issue.input, issue.discriminator), [
          ...((issue.options as readonly unknown[] | undefined) ?? []),
        ]);
      return formless(issue);
    default:
      return formless(issue);
  }
}

interface Said {
  readonly path: KeyPath;
  readonly message: string;
  readonly at: 'key' | 'value';
}

/** Whether a branch of a union failed at the union's own value: then the user did not mean it. */
const atRoot = (issues: readonly Issue[]): boolean =>
  issues.some(({ path, code }) => path.length === 0 && (code === 'invalid_type' || code === 'invalid_value'));

/** The branch of a union that the user meant: the only one of the right type, if there is only one. */
function meantBranch(issue: Issue): readonly Issue[] | undefined {
  if (issue.code !== 'invalid_union') return undefined;
  const meant = issue.errors.filter((issues) => issues.length > 0 && !atRoot(issues));
  return meant.length === 1 ? meant[0] : undefined;
}

/** The messages of one issue, with the key or value of each. @param root the value that was checked */
export function issueMessages(issue: Issue, root: unknown): Said[] {
  const { path } = issue;
  // A schema inside a transform gives zod's own messages.
  const ownWords = !/^(Invalid|Unrecognized|Too (big|small))/.test(issue.message);
  const message = ownWords ? issue.message : sayIssue({ ...issue, input: valueAt(root, path) } as RawIssue);
  if (issue.code === 'unrecognized_keys') {
    const lines = message.split('\n');
    return issue.keys.map((key, i) => ({ path: [...path, key], message: lines[i] ?? message, at: 'key' }));
  }
  const branch = meantBranch(issue);
  if (branch)
    return branch.flatMap((inner) => issueMessages({ ...inner, path: [...path, ...inner.path] }, root));
  if (message.startsWith('unknown ')) return [{ path, message, at: 'key' }];
  const name = path.at(-1);
  if (name === undefined || valueAt(root, path) !== undefined) return [{ path, message, at: 'value' }];
  const said = message.startsWith('missing') ? message.slice('missing'.length) : `; ${message}`;
  return [{ path, message: `'${String(name)}' is missing${said}`, at: 'key' }];
}

/** A path in an object, as a program writes it: `scenario.robots[0].at`. */
export const pathIn = (name: string, path: KeyPath): string =>
  [name, ...path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))].join('');

/** The keys of a schema of objects; undefined of another. */
const keysIn = (schema: z.ZodType): readonly string[] | undefined =>
  'shape' in schema ? Object.keys(Object(schema.shape)) : undefined;

/**
 * What a program gave to something of Steerbot's, checked and in SI.
 *
 * @param name of what it was given to, such as `arrive`
 * @throws FileError with every problem and its place: `arrive.target: …`
 */
export function checkedInput<T>(name: string, schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input, { error: sayIssue });
  if (result.success) return result.data;
  const keys = keysIn(schema);
  if (keys && !isRecord(input))
    throw misuse(
      `${name}: ${isFound(input)}; an object is wanted${keys.length > 0 ? `: { ${keys.join(', ')} }` : ''}`,
    );
  const messages = result.error.issues.flatMap((issue) => issueMessages(issue, input));
  throw new FileError(messages.map(({ path, message }) => placedFault(pathIn(name, path), 0, 0, message)));
}
