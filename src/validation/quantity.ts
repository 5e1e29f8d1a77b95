/** Quantities in files and options: a bare number is in SI, a text has its unit (`70 mm`). */
import { z } from 'zod';
import type { Vec2 } from '../math/geometry.js';
import { didYouMean, isFound, oneOf, shown } from './errors.js';

/** A unit's size in SI, as `times / per`: dividing by 1000 rounds only once, as `mm(70)` does. */
type Size = readonly [times: number, per: number];

interface Dimension {
  readonly name: string;
  /** The SI unit comes first. */
  readonly units: Readonly<Record<string, Size>>;
}

const DIMENSIONS = {
  m: { name: 'a length', units: { m: [1, 1], mm: [1, 1000], cm: [1, 100], km: [1000, 1] } },
  s: {
    name: 'a time',
    units: { s: [1, 1], ms: [1, 1000], us: [1, 1_000_000], min: [60, 1] },
  },
  rad: { name: 'an angle', units: { rad: [1, 1], deg: [Math.PI, 180] } },
  kg: { name: 'a mass', units: { kg: [1, 1], g: [1, 1000] } },
  N: { name: 'a force', units: { N: [1, 1], mN: [1, 1000] } },
  V: { name: 'a voltage', units: { V: [1, 1], mV: [1, 1000] } },
  Ω: { name: 'a resistance', units: { Ω: [1, 1], ohm: [1, 1], mΩ: [1, 1000], mohm: [1, 1000] } },
  Ah: { name: 'a charge', units: { Ah: [1, 1], mAh: [1, 1000] } },
  'm/s': { name: 'a speed', units: { 'm/s': [1, 1], 'cm/s': [1, 100], 'mm/s': [1, 1000] } },
  'rad/s': { name: 'a turn rate', units: { 'rad/s': [1, 1], 'deg/s': [Math.PI, 180] } },
  'm/s²': {
    name: 'an acceleration',
    units: {
      'm/s²': [1, 1],
      'm/s^2': [1, 1],
      'cm/s²': [1, 100],
      'cm/s^2': [1, 100],
      'mm/s²': [1, 1000],
      'mm/s^2': [1, 1000],
    },
  },
  Hz: { name: 'a frequency', units: { Hz: [1, 1], kHz: [1000, 1] } },
  '': { name: 'a plain number', units: {} },
} satisfies Record<string, Dimension>;

export type Unit = keyof typeof DIMENSIONS;

export interface Range {
  readonly min?: number;
  readonly max?: number;
  /** The value must be greater than this. */
  readonly above?: number;
  /** The value must be less than this. */
  readonly below?: number;
  /** A larger value, of either sign, must be a wrong unit. Not a bound for tuning. */
  readonly most?: number;
}

const ALL_DIMENSIONS: readonly (readonly [Unit, Dimension])[] = Object.entries(DIMENSIONS) as [
  Unit,
  Dimension,
][];
const NUMBER_PATTERN = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/i;

function wanted(unit: Unit): string {
  const { name, units } = DIMENSIONS[unit] as Dimension;
  return unit === '' ? `${name} is wanted` : `${name} is wanted: ${oneOf(Object.keys(units))}`;
}

/** `a length`, and the names of its units; none for a plain number. */
export const dimensionOf = (unit: Unit): { readonly name: string; readonly words: readonly string[] } => ({
  name: DIMENSIONS[unit].name,
  words: Object.keys(DIMENSIONS[unit].units),
});

/** A number with or without a unit, in SI. The unit is '' if none is written. */
export interface Measure {
  readonly value: number;
  readonly unit: Unit;
}

/** Reads any quantity; a string result is an error message, `found; allowed; cure`. */
export function readMeasure(input: unknown, allowed: string): Measure | string {
  if (typeof input === 'number') {
    return Number.isFinite(input)
      ? { value: input, unit: '' }
      : `${input} is not a finite number; ${allowed}`;
  }
  if (typeof input !== 'string') return `${isFound(input)}; ${allowed}`;
  const [, digits, word] = NUMBER_PATTERN.exec(input.trim()) ?? [];
  if (digits === undefined || word === undefined) return `${shown(input)} is not a number; ${allowed}`;
  const unit = ALL_DIMENSIONS.find(([, dimension]) => word === '' || Object.hasOwn(dimension.units, word));
  if (!unit) {
    const cure = didYouMean(
      word,
      ALL_DIMENSIONS.flatMap(([, dimension]) => Object.keys(dimension.units)),
    );
    return `${shown(input)} has the unknown unit '${word}'; ${allowed}; ${cure}`;
  }
  const [times, per] = word === '' ? [1, 1] : (unit[1].units[word] ?? [1, 1]);
  const value = (Number(digits) * times) / per;
  if (!Number.isFinite(value)) return `${shown(input)} is not a finite number; ${allowed}`;
  return { value, unit: word === '' ? '' : unit[0] };
}

/** Converts a value in SI to another unit: 0.07 m in `mm` is 70. Undefined if the unit does not fit. */
export function inUnit(value: number, unit: Unit, word: string): number | undefined {
  const { units } = DIMENSIONS[unit] as Dimension;
  const [times, per] = (Object.hasOwn(units, word) ? units[word] : undefined) ?? [];
  return times && per && (value * per) / times;
}

/** Splits `70 mm`: the gap after its number, and its unit. Undefined if the text is not a quantity. */
export function quantityParts(text: string): { readonly gap: string; readonly word: string } | undefined {
  const [, digits, word = ''] = NUMBER_PATTERN.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return { gap: text.slice(digits.length, text.length - word.length), word };
}

/** The allowed range as text, `at least 5 and at most 250 Hz`; '' if the value lies within it. */
function outside(value: number, unit: Unit, { min, max, above, below }: Range): string {
  const bounds = [
    { limit: min, fits: value >= (min ?? value), words: `at least ${min}` },
    { limit: above, fits: value > (above ?? -Infinity), words: `more than ${above}` },
    { limit: max, fits: value <= (max ?? value), words: `at most ${max}` },
    { limit: below, fits: value < (below ?? Infinity), words: `less than ${below}` },
  ].filter(({ limit }) => limit !== undefined);
  if (bounds.every(({ fits }) => fits)) return '';
  return `${bounds.map(({ words }) => words).join(' and ')} ${unit}`.trim();
}

/** The unit and range of a schema of one number, for showing them to people. */
export interface QuantityFacts {
  readonly unit: Unit;
  readonly range: Range;
}

/** The facts of each schema made by `quantity`, and of others that read a quantity and are registered. */
export const quantities = z.registry<QuantityFacts>();

/** Limit for all values with a unit: a larger one must be a mistake. */
const MAX_VALUE = 1e6;

/** The allowed range as text; '' if the value is within it. */
function refusal(value: number, unit: Unit, range: Range): string {
  const limits = outside(value, unit, range);
  if (limits !== '' || unit === '') return limits;
  const { most = MAX_VALUE } = range;
  return Math.abs(value) > most ? `at most ${most} ${unit}` : '';
}

/** Larger bare numbers are probably degrees: a turn, and faster than any small robot turns. With their unit they are read. */
const BARE_ANGLES: Partial<
  Record<Unit, { readonly most: number; readonly words: string; readonly cure: string }>
> = {
  rad: { most: 2 * Math.PI, words: 'a turn (6.283 rad)', cure: 'deg' },
  'rad/s': { most: 30, words: '30 rad/s', cure: 'deg/s' },
};

/** Why a bare number is asked about; empty if it is not. */
function doubt(value: number, unit: Unit): string {
  const bare = BARE_ANGLES[unit];
  if (!bare || Math.abs(value) <= bare.most + 1e-9) return '';
  const cure = `did you mean '${value} ${bare.cure}'? if not, write '${value} ${unit}'`;
  return `${value} says no unit, which is ${unit}, and is more than ${bare.words}; ${cure}`;
}

function read(input: number | string, unit: Unit, range: Range): number | string {
  const measure = readMeasure(input, wanted(unit));
  if (typeof measure === 'string') return measure;
  if (measure.unit !== unit && measure.unit !== '') {
    return `${shown(input)} is ${DIMENSIONS[measure.unit].name}; ${wanted(unit)}`;
  }
  const limits = refusal(measure.value, unit, range);
  const asked = measure.unit === '' ? doubt(measure.value, unit) : '';
  if (limits === '') return asked === '' ? measure.value : asked;
  const cure = measure.unit === '' ? forgottenUnit(measure.value, unit, range) : '';
  return `${shown(input)} is out of range; ${limits} is wanted${cure && `; ${cure}`}`;
}

/** The cure for a bare number that would fit in a smaller unit: preferably thousandths, as in data sheets. */
function forgottenUnit(value: number, unit: Unit, range: Range): string {
  const units = Object.entries((DIMENSIONS[unit] as Dimension).units);
  const fitting = units.filter(
    ([, [times, per]]) => times < per && refusal((value * times) / per, unit, range) === '',
  );
  const [word] = fitting.find(([, [, per]]) => per === 1000) ?? fitting[0] ?? [];
  return word === undefined ? '' : `a bare number is in ${unit}; did you mean ${value} ${word}?`;
}

/**
 * A quantity of one dimension, in SI; the range is in SI too.
 *
 * NaN and infinity are refused, and so is another dimension: a mass where a length is wanted.
 */
export function quantity(unit: Unit, range: Range = {}): z.ZodType<number, number | string> {
  const error = (issue: { readonly input?: unknown }): string => {
    const measure = readMeasure(issue.input, wanted(unit));
    return typeof measure === 'string' ? measure : '';
  };
  const schema = z.union([z.number(), z.string()], { error }).transform((input, context) => {
    const answer = read(input, unit, range);
    if (typeof answer === 'number') return answer;
    context.addIssue({ code: 'custom', message: answer });
    return z.NEVER;
  });
  return schema.register(quantities, { unit, range });
}

/** `[x, y]` in metres, each within a range. */
export const pointWithin = (range: Range) =>
  z.tuple([quantity('m', range), quantity('m', range)], {
    error: (issue) => `${isFound(issue.input)}; a point is wanted: [x, y]`,
  });

/** `[x, y]` in metres. */
export const point = pointWithin({});

/** `[x, y]` in metres, as a vector. */
export const vector: z.ZodType<Vec2, readonly [number | string, number | string]> = point.transform(
  ([x, y]) => ({ x, y }),
);

/**
 * Input schemas of schemas that parse by code, for editors, which cannot see into the code. Key: the parsing schema;
 * value: a schema of its input.
 */
export const inputSchemas = new WeakMap<z.core.$ZodType, z.ZodType>();

/** What a schema accepts, as a program or a file writes it: numbers in SI, or texts with their unit. */
export type Written<Schema extends z.ZodType> = ReadonlyDeep<z.input<Schema>>;

type ReadonlyDeep<T> = T extends (...args: never) => unknown
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
    : T;
