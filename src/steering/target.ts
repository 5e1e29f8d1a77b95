/** What a behavior steers by: a point, or something that moves and is looked up by its id. */
import { z } from 'zod';
import { add, angleOf, length, rotate, scale, type Vec2, vec, wrapAngle, ZERO } from '../math/geometry.js';
import type { MetersPerSecond, Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import { isFound } from '../validation/errors.js';
import { sayIssue } from '../validation/issues.js';
import { inputSchemas, quantity } from '../validation/quantity.js';
import type { Percept } from './behavior.js';

const pointSchema = z.tuple([quantity('m'), quantity('m')], { error: 'a point is [x, y]' });
const idSchema = z.string().min(1);

const referenceSchema = z.strictObject({
  mover: idSchema.optional(),
  robot: idSchema.optional(),
  pointer: pointSchema.optional(),
});

/** `[x, y]`, `{ mover: id }`, `{ robot: id }` or `{ pointer: [x, y] }` (that point until a pointer moves). */
export const targetParameter = z.unknown().transform((value, context): TargetSpec => {
  if (typeof value !== 'object' || value === null) {
    context.addIssue(
      `${isFound(value)}; a target is [x, y], { mover: id }, { robot: id } or { pointer: [x, y] }`,
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
});
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

/** The id under which a target's position comes in; a point has none. */
export function targetId(spec: TargetSpec): string | undefined {
  if ('mover' in spec) return spec.mover;
  if ('robot' in spec) return spec.robot;
  return 'pointer' in spec ? 'pointer' : undefined;
}

/** Where the target is now, or nothing while it was never seen. */
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

/** A target as a body finds it that acts with delay: at the instant its own pose is predicted for. */
export interface PredictedTarget {
  readonly position: Vec2;
  readonly velocity: Vec2;
  /** As it says, or the way it moves; missing where it stands and does not say. */
  readonly heading?: Radians;
}

/** Slower than this a velocity says little of where something faces. */
const MIN_HEADING_SPEED: MetersPerSecond = 0.02;

/** Who was not heard for longer is taken to have gone no farther than in this time. */
const MAX_EXTRAPOLATION: Seconds = 0.5;
/**
 * A target that moves and was not heard of for longer is lost: of it nothing is said until it is heard again, so that a
 * robot without another reason to move brakes. At 0.5 m/s and 1 m/s² it stands 0.5 s later, and 0.2 s after that the lag
 * is over: 1.2 s after the last news.
 */
export const TARGET_TIMEOUT: Seconds = 0.45;

/** How long what was heard at an instant has to go on until the one that `percept.pose` is predicted for. */
export const timeAhead = (heardAt: Seconds, at: Seconds, reaction: Seconds): Seconds =>
  Math.min(at - heardAt, MAX_EXTRAPOLATION) + reaction;

/**
 * Where a target is at the instant of `percept.pose`, at + reaction: it goes on as it went when it was seen, straight
 * on or along an arc. So its place and the body's own are of one instant. Never seen, or lost: undefined.
 *
 * @param turnRate of its velocity and its heading [rad/s]
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
  // A pointer that was set once stands until it is set again.
  if (!('pointer' in spec) && percept.at - news.at > TARGET_TIMEOUT) return undefined;
  const ahead = timeAhead(news.at, percept.at, percept.body.reaction);
  const turned = turnRate * ahead;
  const chord = scale(turned === 0 ? aim.velocity : rotate(aim.velocity, turned / 2), ahead);
  const position = add(aim.position, chord);
  const velocity = turned === 0 ? aim.velocity : rotate(aim.velocity, turned);
  if (news.heading === undefined) return { position, velocity };
  return { position, velocity, heading: wrapAngle(news.heading + turned) };
}

/** What was last heard of a target that moves: when, and which way it faced; missing where that is not known. */
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
  return length(seen.velocity) > MIN_HEADING_SPEED
    ? { at: seen.at, heading: angleOf(seen.velocity) }
    : { at: seen.at };
}
