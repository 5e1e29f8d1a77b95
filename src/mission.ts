/** The behavior tree as data, and how it becomes a behavior. */
import { z } from 'zod';
import { didYouMean, oneOf } from './errors.js';
import type { Vec2 } from './geometry.js';
import { sayIssue } from './issues.js';
import type { Behavior } from './steering/behavior.js';
import { arrive, arriveParameters } from './steering/behaviors/arrive.js';
import { flee, fleeParameters } from './steering/behaviors/flee.js';
import { followPath, followPathParameters } from './steering/behaviors/followPath.js';
import { seek, seekParameters } from './steering/behaviors/seek.js';
import { wander, wanderParameters } from './steering/behaviors/wander.js';
import { blend, prioritize } from './steering/combine.js';
import type { TargetSpec } from './steering/target.js';
import type { Meters } from './units.js';

export type { TargetSpec } from './steering/target.js';

export interface LeafSpec {
  readonly behavior: string;
  /** Checked and in SI. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface CombinatorSpec {
  readonly behavior: 'prioritize' | 'blend';
  readonly children: readonly { readonly mission: MissionSpec; readonly weight: number }[];
}

export type MissionSpec = LeafSpec | CombinatorSpec;

/** What a leaf wants to come true; the referee decides by the true body. */
export type Goal =
  | { readonly kind: 'seek' | 'arrive'; readonly target: TargetSpec; readonly within: Meters }
  | { readonly kind: 'followPath'; readonly points: readonly Vec2[]; readonly within: Meters };

/** A behavior of one's own, by the name that a mission calls it. */
export type OwnBehaviors = Readonly<Record<string, (parameters: never) => Behavior>>;

interface Leaf {
  readonly parameters: z.ZodType<Record<string, unknown>>;
  readonly make: (parameters: never) => Behavior;
}

/** An own behavior checks its parameters itself. */
const anyParameters = z.record(z.string(), z.unknown());

const leaves: Readonly<Record<string, Leaf>> = {
  seek: { parameters: seekParameters, make: seek },
  flee: { parameters: fleeParameters, make: flee },
  arrive: { parameters: arriveParameters, make: arrive },
  followPath: { parameters: followPathParameters, make: followPath },
  wander: { parameters: wanderParameters, make: wander },
};
const combinators = ['prioritize', 'blend'] as const;
const weightSchema = z.number().min(0);

/** A mission as it stands in a file, `{ seek: { target: [1, 0] } }`, checked; its faults carry their place. */
export function missionSchema(own: OwnBehaviors = {}): z.ZodType<MissionSpec> {
  return z.unknown().transform((value, context) => readNode(value, [], context, own) ?? z.NEVER);
}

type Context = z.core.$RefinementCtx;
type Place = readonly (string | number)[];

function readNode(
  value: unknown,
  place: Place,
  context: Context,
  own: OwnBehaviors,
): MissionSpec | undefined {
  const fail = (message: string, at: Place = place) => {
    context.addIssue({ code: 'custom', message, path: [...at] });
    return undefined;
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail(`a mission is one behavior and its parameters, such as seek: { target: [1, 0] }`);
  }
  const keys = Object.keys(value);
  const [name] = keys;
  if (name === undefined || keys.length > 1) {
    return fail(`${keys.length} behaviors in one place; join them with prioritize or blend`);
  }
  const inside = (value as Record<string, unknown>)[name];
  if (name === 'prioritize' || name === 'blend')
    return readChildren(name, inside, [...place, name], context, own);
  const leaf = leafNamed(name, own);
  if (!leaf) {
    const known = [...Object.keys(leaves), ...combinators, ...Object.keys(own)];
    const unknown = `unknown behavior '${name}'; known are ${oneOf(known)}; ${didYouMean(name, known)}`;
    return fail(unknown, [...place, name]);
  }
  return readLeaf(name, inside, [...place, name], context, leaf);
}

function leafNamed(name: string, own: OwnBehaviors): Leaf | undefined {
  if (Object.hasOwn(leaves, name)) return leaves[name];
  const make = Object.hasOwn(own, name) ? own[name] : undefined;
  return make && { parameters: anyParameters, make };
}

function readLeaf(
  name: string,
  inside: unknown,
  place: Place,
  context: Context,
  leaf: Leaf,
): LeafSpec | undefined {
  const parsed = leaf.parameters.safeParse(inside ?? {}, { error: sayIssue });
  for (const issue of parsed.error?.issues ?? []) {
    context.addIssue({ ...issue, path: [...place, ...issue.path] } as never);
  }
  if (!parsed.success) return undefined;
  try {
    leaf.make(parsed.data as never);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    context.addIssue({ code: 'custom', message, path: [...place] });
    return undefined;
  }
  return { behavior: name, parameters: parsed.data };
}

function readChildren(
  behavior: 'prioritize' | 'blend',
  inside: unknown,
  place: Place,
  context: Context,
  own: OwnBehaviors,
): CombinatorSpec | undefined {
  if (!Array.isArray(inside) || inside.length === 0) {
    context.addIssue({ code: 'custom', message: `${behavior} takes a list of behaviors`, path: [...place] });
    return undefined;
  }
  const children = inside.map((entry: unknown, i) => {
    const { node, weight } = weighed(entry, behavior, [...place, i], context);
    return { mission: readNode(node, [...place, i], context, own), weight };
  });
  return children.every((child) => child.mission) ? ({ behavior, children } as CombinatorSpec) : undefined;
}

/** A blend's entry may carry `weight` beside its behavior. */
function weighed(
  entry: unknown,
  behavior: string,
  place: Place,
  context: Context,
): { node: unknown; weight: number } {
  if (behavior !== 'blend' || typeof entry !== 'object' || entry === null || !('weight' in entry)) {
    return { node: entry, weight: 1 };
  }
  const { weight, ...node } = entry as Record<string, unknown>;
  const parsed = weightSchema.safeParse(weight);
  if (!parsed.success) {
    context.addIssue({
      code: 'custom',
      message: 'a weight is a number of 0 or more',
      path: [...place, 'weight'],
    });
  }
  return { node, weight: parsed.data ?? 1 };
}

/** The behavior that a checked mission describes. @throws RangeError for a name that nobody has */
export function buildMission(spec: MissionSpec, own: OwnBehaviors = {}): Behavior {
  if ('children' in spec) {
    const parts = spec.children.map(({ mission, weight }) => ({
      behavior: buildMission(mission, own),
      weight,
    }));
    return spec.behavior === 'blend' ? blend(...parts) : prioritize(...parts.map(({ behavior }) => behavior));
  }
  const leaf = leafNamed(spec.behavior, own);
  if (!leaf) throw new RangeError(`unknown behavior '${spec.behavior}'`);
  return named(spec.behavior, leaf.make(spec.parameters as never));
}

/** A behavior that does not name itself goes by what the mission calls it. */
const named = (name: string, behavior: Behavior): Behavior =>
  behavior.name === undefined
    ? {
        name,
        start: () => behavior.start(),
        steer: (percept, memory, soFar) => behavior.steer(percept, memory, soFar),
      }
    : behavior;

/** The goals of a mission's leaves, in their order. */
export function goalsOf(spec: MissionSpec): readonly Goal[] {
  if ('children' in spec) return spec.children.flatMap(({ mission }) => goalsOf(mission));
  const { behavior, parameters } = spec;
  const within = parameters.within as Meters;
  if (behavior === 'seek' || behavior === 'arrive') {
    return [{ kind: behavior, target: parameters.target as TargetSpec, within }];
  }
  if (behavior !== 'followPath' || parameters.loop === true) return [];
  const points = (parameters.path as readonly [number, number][]).map(([x, y]) => ({ x, y }));
  return [{ kind: 'followPath', points, within }];
}
