/** What a behavior steers by: a point, or something that moves and is looked up by its id. */
import { z } from 'zod';
import { type Vec2, vec, ZERO } from '../math/geometry.js';
import { isFound } from '../validation/errors.js';
import { sayIssue } from '../validation/issues.js';
import { quantity } from '../validation/quantity.js';
import { writtenForms } from '../validation/writtenForms.js';
import type { Percept } from './behavior.js';

const at = z.tuple([quantity('m'), quantity('m')], { error: 'a point is [x, y]' });
const id = z.string().min(1);

const byReference = z.strictObject({ mover: id.optional(), robot: id.optional(), pointer: at.optional() });

/** `[x, y]`, `{ mover: id }`, `{ robot: id }` or `{ pointer: [x, y] }` (that point until a pointer moves). */
export const targetParameter = z.unknown().transform((value, context): TargetSpec => {
  if (typeof value !== 'object' || value === null) {
    context.addIssue(
      `${isFound(value)}; a target is [x, y], { mover: id }, { robot: id } or { pointer: [x, y] }`,
    );
    return z.NEVER;
  }
  const schema = Array.isArray(value) ? at : byReference;
  const parsed = schema.safeParse(value, { error: sayIssue });
  for (const issue of parsed.error?.issues ?? []) context.addIssue({ ...issue, path: issue.path });
  if (parsed.success && (Array.isArray(parsed.data) || Object.keys(parsed.data).length === 1)) {
    return parsed.data as TargetSpec;
  }
  if (parsed.success)
    context.addIssue('a target is one of { mover: id }, { robot: id } and { pointer: [x, y] }');
  return z.NEVER;
});
writtenForms.set(targetParameter, z.union([at, byReference]));

export type TargetSpec =
  | readonly [number, number]
  | { readonly mover: string }
  | { readonly robot: string }
  | { readonly pointer: readonly [number, number] };

/** What a factory accepts: SI numbers, or quantities with their unit. */
export type TargetInput =
  | readonly [number | string, number | string]
  | { readonly mover: string }
  | { readonly robot: string }
  | { readonly pointer: readonly [number | string, number | string] };

export interface Aim {
  readonly position: Vec2;
  readonly velocity: Vec2;
}

/** The id under which a target's position comes in; a point has none. */
export function targetId(spec: TargetSpec): string | undefined {
  if ('mover' in spec) return spec.mover;
  if ('robot' in spec) return spec.robot;
  return 'pointer' in spec ? 'pointer' : undefined;
}

/** Where the target is now, or nothing while it was never seen. */
export function aimAt(spec: TargetSpec, percept: Percept): Aim | undefined {
  const name = targetId(spec);
  if (name !== undefined) {
    const target = Object.hasOwn(percept.targets, name) ? percept.targets[name] : undefined;
    const seen = target ?? percept.neighbors.find(({ id }) => id === name);
    if (seen) return seen;
  }
  const fixed = 'pointer' in spec ? spec.pointer : 'mover' in spec || 'robot' in spec ? undefined : spec;
  return fixed && { position: vec(fixed[0], fixed[1]), velocity: ZERO };
}
