/** Checks what programs without types give to public functions. */
import { misuse } from './caller.js';
import { didYouMean, oneOf, shown } from './errors.js';
import { fieldOf, isRecord } from './values.js';

/** What is wrong with a value, and what is wanted: `is 4; a text is wanted`; undefined if it is right. */
export type Check = (value: unknown) => string | undefined;

/** A shape for every option that there is. */
export type Checks<Options> = { readonly [Key in keyof Required<Options>]: Check };

/** @param what the argument is: `the file` @throws TypeError for what is no text */
export function requireText(taker: string, what: string, value: string): void {
  const given: unknown = value;
  if (typeof given === 'string') return;
  throw misuse(
    `${taker}: ${what} is ${described(given)}; a text is wanted${isPromise(given) ? ': await it' : ''}`,
  );
}

/** A value in the words of messages. */
export function described(value: unknown, none = 'missing'): string {
  if (value === undefined || value === null) return value === undefined ? none : 'nothing';
  if (typeof value === 'function') return 'a function';
  if (isPromise(value) || isStream(value)) return isPromise(value) ? 'a promise' : 'an Observable';
  if (!isRecord(value)) return shown(value);
  // The class of a part says more than that it is an object.
  const name = value.constructor?.name ?? '';
  if (name === '' || name === 'Object') return 'an object';
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
}

export const isPromise = (value: unknown): boolean => typeof Object(value).then === 'function';
export const isStream = (value: unknown): boolean => typeof Object(value).pipe === 'function';

const wanted =
  (isRight: (value: unknown) => boolean, words: string): Check =>
  (value) =>
    isRight(value) ? undefined : `is ${described(value)}; ${words}`;

export const aText = wanted((value) => typeof value === 'string', 'a text is wanted');
export const aFlag = wanted((value) => typeof value === 'boolean', 'true or false is wanted');
export const aFunction = wanted((value) => typeof value === 'function', 'a function is wanted');
export const anObject = wanted(isRecord, 'an object is wanted');
export const aList = wanted(Array.isArray, 'a list is wanted');
export const aStream: Check = (value) => {
  if (isStream(value)) return undefined;
  const cure = typeof value === 'function' ? 'call it' : 'make one of a list or a promise by from() of rxjs';
  return `is ${described(value)}; an Observable is wanted; ${cure}`;
};

/** @param unit in words: `seconds` */
export const aNumber = (unit: string, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY) =>
  wanted(
    (value) => typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most,
    `${unit} as a number is wanted${boundWords(least, most)}`,
  );

const boundWords = (least: number, most: number): string =>
  [Number.isFinite(least) && `, at least ${least}`, Number.isFinite(most) && `, at most ${most}`]
    .filter(Boolean)
    .join('');

/** An object, of any class, with these methods. @param words what it is: `a clock { now(), after(seconds, call) }` */
export const withMethods = (names: readonly string[], words: string) =>
  wanted(
    (value) => names.every((name) => typeof Reflect.get(Object(value), name) === 'function'),
    `${words} is wanted`,
  );

const DRIVER_MEMBERS = ['readings$', 'arm', 'drive', 'stop', 'close'] as const;

export const aDriver: Check = (value) => {
  const missing = DRIVER_MEMBERS.find((name) => Reflect.get(Object(value), name) === undefined);
  if (missing === undefined) {
    const { readings$, deadMan, time } = Object(value);
    if (!isStream(readings$))
      return `has readings$ that are ${described(readings$)}; an Observable is wanted`;
    const hasTime = deadMan === undefined || typeof Object(time).now === 'function';
    return hasTime
      ? undefined
      : 'has a deadMan and no time; its clock { now(), after(seconds, call) } is wanted';
  }
  const member = missing === 'readings$' ? missing : `${missing}()`;
  return `has no ${member}; a driver has readings$, arm(), drive(), stop() and close()`;
};

export const aWholeNumber = wanted(Number.isSafeInteger, 'a whole number is wanted');

/** `[x, y]` in place of `{ x, y }`, and degrees as a text, are what programs give. */
export const aPose: Check = (value) => {
  const isRight = ['x', 'y', 'heading'].every((key) => Number.isFinite(fieldOf(value, key)));
  return isRight ? undefined : `is ${inDetail(value)}; { x, y, heading } in m and rad is wanted, all numbers`;
};

/** The same, as a program writes it by hand: beyond a turn it has meant degrees. */
export const aStart: Check = (value) => {
  const heading = Number(fieldOf(value, 'heading'));
  if (!(Math.abs(heading) > 2 * Math.PI)) return aPose(value);
  return `has a heading of ${heading} rad, more than a turn; did you mean deg(${heading})?`;
};

/** Most levels of an object that are shown. */
const DEPTH = 2;

/** The fields of a small object, so that the wrong one is seen. */
export function inDetail(value: unknown, depth = DEPTH): string {
  if (!isRecord(value) || depth === 0 || described(value) !== 'an object') return described(value, 'nothing');
  const fields = Object.entries(value).slice(0, 6);
  return `{ ${fields.map(([key, one]) => `${key}: ${inDetail(one, depth - 1)}`).join(', ')} }`;
}

export const aWord =
  (words: readonly string[]): Check =>
  (value) => {
    if (words.some((word) => word === value)) return undefined;
    const hint = typeof value === 'string' ? didYouMean(value, words) : '';
    return [`is ${described(value)}`, `${oneOf(words)} is wanted`, hint].filter(Boolean).join('; ');
  };

/**
 * @param taker the public function: `drive`
 * @param hints for names that others use
 * @throws TypeError naming the option and what to do: one that does not exist, is a promise, or has another shape
 */
export function requireOptions<Options extends object>(
  taker: string,
  options: Options,
  shapes: Checks<Options>,
  hints: Readonly<Record<string, string>> = {},
): void {
  const given: unknown = options;
  const names = Object.keys(shapes);
  if (!isRecord(given) || isPromise(given))
    throw misuse(`${taker}: its options are ${described(given)}; an object is wanted: { ${names[0]}: … }`);
  if (Object.hasOwn(shapes, 'driver') && aDriver(given) === undefined)
    throw misuse(`${taker}: its options are a driver; { driver } is wanted`);
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(shapes, name))
      throw misuse(
        `${taker}: there is no option '${name}'; ${hints[name] ?? (didYouMean(name, names) || `there are ${names.join(', ')}`)}`,
      );
    if (value === undefined) continue;
    const shape: Check = shapes[name as keyof Options];
    const trouble = isPromise(value) && shape !== aStream ? 'is a promise; await it' : shape(value);
    if (trouble !== undefined) throw misuse(`${taker}: ${name} ${trouble}`);
  }
}
