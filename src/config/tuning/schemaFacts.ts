/** Facts of a number in a schema: unit, range and default, also inside wrapping schemas. */
import type { z } from 'zod';
import { type QuantityFacts, quantities, type Range } from '../../validation/quantity.js';

export interface NumberFacts extends QuantityFacts {
  readonly default?: number;
}

/** The parts of zod's schema definition that are read here. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly defaultValue?: unknown;
  readonly checks?: readonly z.core.$ZodCheck[];
}

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as Definition;

/** `z.number().gt(0)` → { above: 0 } */
function rangeOf(checks: readonly z.core.$ZodCheck[] = []): Range {
  const bounds = checks.flatMap((check): [string, number][] => {
    const { check: kind, value, inclusive } = check._zod.def as Partial<z.core.$ZodCheckLessThanDef>;
    if (typeof value !== 'number') return [];
    if (kind === 'less_than') return [[inclusive ? 'max' : 'below', value]];
    return [[inclusive ? 'min' : 'above', value]];
  });
  return Object.fromEntries(bounds);
}

/** Undefined if the schema is not one of a number. A map of unknown values may hold plain numbers. */
export function numberFacts(schema: z.ZodType): NumberFacts | undefined {
  const known = quantities.get(schema);
  if (known) return known;
  const { type, innerType, options, in: from, defaultValue, checks } = definitionOf(schema);
  if (type === 'number') return { unit: '', range: rangeOf(checks) };
  if (type === 'unknown') return { unit: '', range: {} };
  const inner = [innerType, from, ...(options ?? [])].flatMap((each) => (each && numberFacts(each)) ?? []);
  const [facts] = inner;
  return facts && typeof defaultValue === 'number' ? { ...facts, default: defaultValue } : facts;
}

/** The schema of a map's field; undefined for an unknown field. */
export function fieldSchema(schema: z.ZodType, key: string): z.ZodType | undefined {
  const { shape, valueType, innerType, in: from } = definitionOf(schema);
  if (shape) return Object.hasOwn(shape, key) ? shape[key] : undefined;
  if (valueType) return valueType;
  const inner = innerType ?? from;
  return inner && fieldSchema(inner, key);
}
