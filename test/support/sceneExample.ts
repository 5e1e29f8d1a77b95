/** A behavior as its scene has it, for the laws and for chaos: so a new behavior is tried without a word in their lists. */
import { join } from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';
import { loadText, packageFolder } from '../../src/config/loadFile.js';
import { leafNamed } from '../../src/steering/mission.js';

type Point = readonly [number, number];

/** The parameters that it must be given, as in sim/scenarios/NAME.yaml, with all points of it replaced. */
export function exampleOf(name: string, point: () => Point): Record<string, unknown> {
  const given = leafIn(parse(loadText(join(packageFolder(), 'sim', 'scenarios', `${name}.yaml`))), name);
  const parameters = leafNamed(name, {})?.parameters as z.ZodObject | undefined;
  if (!given || !parameters) throw new Error(`the scene ${name} has no '${name}:'`);
  const needed = Object.entries(given).filter(([key]) => !isOptional(parameters.shape[key] as z.ZodType));
  return Object.fromEntries(needed.map(([key, value]) => [key, replaced(value, point)]));
}

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

function leafIn(node: unknown, name: string): Record<string, unknown> | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  for (const [key, below] of Object.entries(node)) {
    const found = key === name && !Array.isArray(below) ? (below ?? {}) : leafIn(below, name);
    if (typeof found === 'object') return found;
  }
  return undefined;
}

const isPoint = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number');

function replaced(value: unknown, point: () => Point): unknown {
  if (isPoint(value)) return point();
  if (Array.isArray(value)) return value.map((one) => replaced(one, point));
  return value;
}
