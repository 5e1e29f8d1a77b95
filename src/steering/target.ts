/** The target of a behavior: a point, or a moving thing that is looked up by its id. */

import { z } from 'zod';
import { add, angleOf, length, rotate, scale, type Vec2, vec, wrapAngle, ZERO } from '../math/geometry.js';
import { MEASURED_REST_SPEED } from '../math/standstill.js';
import type { Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import { isFound } from '../validation/errors.js';
import { sayIssue } from '../validation/issues.js';
import { inputSchemas, quantity } from '../validation/quantity.js';
import { fieldOf } from '../validation/values.js';
import type { Percept } from './behavior.js';

const pointSchema = z.tuple([quantity('m'), quantity('m')], { error: 'a point is [x, y]' });
const isNumber = (value: unknown): boolean => typeof value === 'number';
const idSchema = z.string().min(1);

const referenceSchema = z.strictObject({
  mover: idSchema.optional(),
  robot: idSchema.optional(),
  pointer: pointSchema.optional(),
});

/** `[x, y]`, `{ mover: id }`, `{ robot: id }` or `{ pointer: [x, y] }` (that point until the pointer moves). */
export const targetParameter: z.ZodType<TargetSpec, TargetInput> = z
  .custom<TargetInput>()
  .transform((value: unknown, context): TargetSpec => {
    if (typeof value !== 'object' || value === null) {
      context.addIssue(
        `${isFound(value)}; a target is [x, y], { mover: id }, { robot: id } or { pointer: [x, y] }`,
      );
      return z.NEVER;
    }
    if (isNumber(fieldOf(value, 'x')) && isNumber(fieldOf(value, 'y'))) {
      context.addIssue(
        `{ x, y } is found; a target is [x, y]; write [${fieldOf(value, 'x')}, ${fieldOf(value, 'y')}]`,
      );
      return z.NEVER;
    }
    const schema = Array.isArray(value) ? pointSchema : referenceSchema;
    const parsed = schema.safeParse(value, { error: sayIssue });
    for (const issue of parsed.error?.issues ?? []) context.addIssue({ ...issue, path: issue.path });
    if (parsed.success && (Array.isArray(parsed.data) || Object.keys(parsed.data).length === 1)) {
      return parsed.data as TargetSpec;
    }
    if (parsed.success)
      context.addIssue('a target is one of { mover: id }, { robot: id } and { pointer: [x, y] }');
    return z.NEVER;
  })
  .describe('A point [x, y], or what moves: { mover: id }, { robot: id } or { pointer: [x, y] }.');
inputSchemas.set(targetParameter, z.union([pointSchema, referenceSchema]));

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

export interface TargetState {
  readonly position: Vec2;
  readonly velocity: Vec2;
}

/** The id under which a target's position arrives; undefined for a point. */
export function targetId(spec: TargetSpec): string | undefined {
  if ('mover' in spec) return spec.mover;
  if ('robot' in spec) return spec.robot;
  return 'pointer' in spec ? 'pointer' : undefined;
}

/** Where the target is now; undefined if it was never seen. */
export function currentTarget(spec: TargetSpec, percept: Percept): TargetState | undefined {
  const name = targetId(spec);
  if (name !== undefined) {
    const target = Object.hasOwn(percept.targets, name) ? percept.targets[name] : undefined;
    const seen = target ?? percept.neighbors.find(({ id }) => id === name);
    if (seen) return seen;
  }
  const fixed = 'pointer' in spec ? spec.pointer : 'mover' in spec || 'robot' in spec ? undefined : spec;
  return fixed && { position: vec(fixed[0], fixed[1]), velocity: ZERO };
}

/** A target at the instant that the body's own pose is predicted for: the body acts with delay. */
export interface PredictedTarget {
  readonly position: Vec2;
  readonly velocity: Vec2;
  /** As reported, else the direction of motion; missing if it stands and reports no heading. */
  readonly heading?: Radians;
}

/** Older news is extrapolated only this far. */
const MAX_EXTRAPOLATION: Seconds = 0.5;
/**
 * A moving target without news for longer is lost: behaviors are silent about it until news comes, so a robot without
 * another reason to move brakes. At 0.5 m/s and 1 m/s² it stands 0.5 s later, and 0.2 s after that the lag is over: 1.2
 * s after the last news.
 */
export const TARGET_TIMEOUT: Seconds = 0.45;

/** How far to extrapolate news heard at an instant: up to the instant that `percept.pose` is predicted for. */
export const timeAhead = (heardAt: Seconds, at: Seconds, reaction: Seconds): Seconds =>
  Math.min(at - heardAt, MAX_EXTRAPOLATION) + reaction;

/**
 * Where a target is at the instant of `percept.pose`, at + reaction: it is assumed to continue as when it was
 * seen, straight or along an arc. So its place and the body's are for the same instant. Undefined if it was never seen
 * or is lost.
 *
 * @param turnRate of its velocity and its heading [rad/s]
 * @example
 * ```ts
 * import { defineBehavior, desire, scenario, simulate } from 'steerbot';
 * import { predictTarget, toward } from 'steerbot/geometry';
 * const chase = defineBehavior({
 *   name: 'chase',
 *   start: () => null,
 *   steer(percept, memory) {
 *     const aim = predictTarget({ robot: 'b' }, percept);
 *     return aim ? desire(percept, toward(percept.pose, aim.position, 0.3), memory) : { memory };
 *   },
 * });
 * const robots = [{ robot: 'scout', mission: chase }, { id: 'b', robot: 'scout', at: { x: 1, y: 0 }, mission: { wander: {} } }];
 * const { robots: [a] } = await simulate(scenario({ duration: '5 s', robots }));
 * console.log((a?.distanceTravelled ?? 0) > 0.5); // true
 * ```
 */
export function predictTarget(
  spec: TargetSpec,
  percept: Percept,
  turnRate: RadiansPerSecond = 0,
): PredictedTarget | undefined {
  const aim = currentTarget(spec, percept);
  if (!aim) return undefined;
  const news = lastHeard(spec, percept);
  if (!news) return aim;
  // A pointer keeps its place until it is set again.
  if (!('pointer' in spec) && percept.at - news.at > TARGET_TIMEOUT) return undefined;
  const ahead = timeAhead(news.at, percept.at, percept.body.reaction);
  const turned = turnRate * ahead;
  const chord = scale(turned === 0 ? aim.velocity : rotate(aim.velocity, turned / 2), ahead);
  const position = add(aim.position, chord);
  const velocity = turned === 0 ? aim.velocity : rotate(aim.velocity, turned);
  if (news.heading === undefined) return { position, velocity };
  return { position, velocity, heading: wrapAngle(news.heading + turned) };
}

/** The last news of a moving target: its time, and its heading if known. */
export function lastHeard(
  spec: TargetSpec,
  { targets, neighbors }: Percept,
): { readonly at: number; readonly heading?: Radians } | undefined {
  const name = targetId(spec);
  if (name === undefined) return undefined;
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  const robot = neighbors.find(({ id }) => id === name);
  const seen = target ?? robot;
  if (!seen) return undefined;
  if (!target && robot) return { at: robot.at, heading: robot.heading };
  return length(seen.velocity) > MEASURED_REST_SPEED
    ? { at: seen.at, heading: angleOf(seen.velocity) }
    : { at: seen.at };
}
