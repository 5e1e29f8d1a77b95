/** A behavior as its scene has it, for the laws and for chaos: so a new behavior is tried without a word in their lists. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';
import { loadText, packageFolder } from '../../src/config/loadFile.js';
import { leafNamed } from '../../src/steering/mission.js';

type Point = readonly [number, number];

/** The parameters that it must be given, as in the first scene that has it, with all points of it replaced. */
export function exampleOf(name: string, point: () => Point): Record<string, unknown> {
  const leaf = leafNamed(name, {});
  const written = scenes().find((scene) => leafIn(scene, name) !== undefined);
  const found = leafIn(written, name);
  const parameters = leaf?.parameters as z.ZodObject | undefined;
  if (found === undefined || !parameters) throw new Error(`no scene has '${name}:'`);
  const given = (leaf?.short && found !== null ? leaf.short(found) : (found ?? {})) as Record<
    string,
    unknown
  >;
  const all = Object.entries(given).map(([key, value]) => [key, replaced(value, point)] as const);
  const needed = Object.fromEntries(all.filter(([key]) => !isOptional(parameters.shape[key] as z.ZodType)));
  // Of some parameters one of several is needed.
  return parameters.safeParse(needed).success ? needed : Object.fromEntries(all);
}

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

let read: readonly unknown[] | undefined;

/** The missions of all scenes. */
function scenes(): readonly unknown[] {
  const folder = join(packageFolder(), 'sim', 'scenarios');
  read ??= readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => parse(loadText(join(folder, file))));
  return read;
}

/** What is written for it; null where that is nothing. A robot or a world may have a key of the same name. */
function leafIn(node: unknown, name: string, isMission = false): unknown {
  if (typeof node !== 'object' || node === null) return undefined;
  for (const [key, below] of Object.entries(node)) {
    const inside = isMission || key === 'mission' || key === 'missions';
    const found = key === name && isMission ? below : leafIn(below, name, inside);
    if (found !== undefined) return found;
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
