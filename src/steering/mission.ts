/** How a behavior tree, which is data, becomes a behavior, and what is known of it. */
import { z } from 'zod';
import type { Mount } from '../robot/mount.js';
import {
  COMBINATORS,
  type CombinatorSpec,
  type LeafSpec,
  leavesOf,
  type MissionSpec,
} from '../signals/missionTree.js';
import type { Behavior } from './behavior.js';
import { CATALOG, type CatalogEntry } from './catalog.js';
import { blend, budget, dither, prioritize } from './combine.js';
import type { Goal, MarkWords } from './entry.js';

export {
  type ChildSpec,
  COMBINATORS,
  type CombinatorSpec,
  type LeafSpec,
  type MissionSpec,
} from '../signals/missionTree.js';
export type { Goal, SensedGoal } from './entry.js';
export type { TargetSpec } from './target.js';

/** The user's own behaviors, by the names that missions use. */
export type OwnBehaviors = Readonly<Record<string, (parameters: never) => Behavior>>;

/** An own behavior checks its parameters itself. */
const anyParameters = z.record(z.string(), z.unknown());

/** Every name that a leaf may have. */
export const knownLeaves = (own: OwnBehaviors): string[] => [...Object.keys(CATALOG), ...Object.keys(own)];

/**
 * The first name of an own behavior that Steerbot already uses for a behavior or combinator; undefined if all are free.
 */
export const takenName = (own: OwnBehaviors): string | undefined =>
  Object.keys(own).find(
    (name) => Object.hasOwn(CATALOG, name) || COMBINATORS.some((combinator) => combinator === name),
  );

/** The behavior that a mission means by that name. */
export function leafNamed(name: string, own: OwnBehaviors): CatalogEntry | undefined {
  if (Object.hasOwn(CATALOG, name)) return CATALOG[name];
  const make = Object.hasOwn(own, name) ? own[name] : undefined;
  return make && { parameters: anyParameters, marks: {}, make };
}

/**
 * The behavior that a checked mission describes. @throws RangeError for an unknown name
 *
 * @example
 * ```ts
 * import { buildMission } from 'steerbot/control';
 * const mission = buildMission({ behavior: 'wander', parameters: {} });
 * console.log(mission.name); // wander
 * ```
 */
export function buildMission(spec: MissionSpec, own: OwnBehaviors = {}): Behavior {
  if ('children' in spec) return combine(spec, own);
  const leaf = leafNamed(spec.behavior, own);
  if (!leaf) throw new RangeError(`unknown behavior '${spec.behavior}'`);
  return named(spec.behavior, leaf.make(spec.parameters as never));
}

function combine({ behavior, children }: CombinatorSpec, own: OwnBehaviors): Behavior {
  const parts = children.map(({ mission, weight = 1, chance = 1 }) => ({
    behavior: buildMission(mission, own),
    weight,
    chance,
  }));
  switch (behavior) {
    case 'blend':
      return blend(...parts);
    case 'dither':
      return dither(...parts);
    case 'budget':
      return budget(...parts.map((part) => part.behavior));
    case 'prioritize':
      return prioritize(...parts.map((part) => part.behavior));
  }
}

/** A behavior without a name of its own gets the one that the mission uses. */
const named = (name: string, behavior: Behavior): Behavior =>
  behavior.name === undefined
    ? {
        name,
        start: () => behavior.start(),
        steer: (percept, memory, soFar) => behavior.steer(percept, memory, soFar),
      }
    : behavior;

/** The user's own behaviors by their names in the mission. */
type MadeBehaviors = Record<string, () => Behavior>;

/**
 * A behavior in the form of a mission file, `{ arrive: { target: [1, 0] } }`, so that its goals are known and a page
 * can show it.
 *
 * @param own receives each behavior that is not Steerbot's, by its name in the mission
 */
export function writtenMission(behavior: Behavior, own: MadeBehaviors): object {
  const { name = 'own', input, parts } = behavior;
  if (input && Object.hasOwn(CATALOG, name)) return { [name]: input };
  if (parts && COMBINATORS.some((combinator) => combinator === name)) {
    const children = parts.map(({ behavior: below, ...share }) => ({
      ...writtenMission(below, own),
      ...share,
    }));
    return { [name]: children };
  }
  let free = name;
  for (let n = 2; knownLeaves(own).includes(free) || takenName({ [free]: () => behavior }); n++)
    free = `${name}-${n}`;
  own[free] = () => behavior;
  return { [free]: {} };
}

/** Only Steerbot's own entries: for a user's behavior it is unknown whether it needs sight. */
const catalogued = (name: string): CatalogEntry | undefined =>
  Object.hasOwn(CATALOG, name) ? CATALOG[name] : undefined;

/** What the marks of a mission's behaviors mean, by their labels; those of a user's own explain themselves. */
export const markWords = (spec: MissionSpec): MarkWords =>
  Object.assign({}, ...leavesOf(spec).map(({ behavior }) => catalogued(behavior)?.marks));

/** The first behavior of a mission that needs to see obstacles; undefined without such a behavior. */
export function needsSight(spec: MissionSpec): string | undefined {
  if (!('children' in spec)) return catalogued(spec.behavior)?.needsSight ? spec.behavior : undefined;
  return spec.children.map(({ mission }) => needsSight(mission)).find((name) => name !== undefined);
}

/** Whether a behavior has an end at a place that stays where it is: not a loop, nor a target that may move. */
export function hasEnd({ name = '', input, parts = [] }: Behavior): boolean {
  if (parts.length > 0) return parts.some(({ behavior }) => hasEnd(behavior));
  const { target, loop } = (input ?? {}) as { readonly target?: unknown; readonly loop?: unknown };
  const stays = target === undefined || Array.isArray(target);
  return input !== undefined && stays && loop !== true && catalogued(name)?.goal !== undefined;
}

/** Whether a behavior goes by a sensor of brightness or of beacons. One that is not of Steerbot's may go by any. */
export function leansOn({ name = '', parts = [] }: Behavior, mount: Mount): boolean {
  const entry = catalogued(name);
  if (entry) return entry.needs?.senses === mount.senses;
  const isOwn = !(COMBINATORS as readonly string[]).includes(name);
  return isOwn || parts.some(({ behavior }) => leansOn(behavior, mount));
}

/** The sensors that a mission needs and the robot lacks: `'followLine' needs 2 reflectance sensors, and …`. */
export function missingSensors(
  spec: MissionSpec,
  mounts: Readonly<Record<string, Mount>>,
): string | undefined {
  if ('children' in spec)
    return spec.children
      .map(({ mission }) => missingSensors(mission, mounts))
      .find((text) => text !== undefined);
  const needs = catalogued(spec.behavior)?.needs;
  if (!needs) return undefined;
  const { senses, least } = needs;
  const found = Object.values(mounts).filter((mount) => mount.senses === senses).length;
  if (found >= least) return undefined;
  return `'${spec.behavior}' needs ${least} ${senses} sensor${least > 1 ? 's' : ''}, and there ${found === 1 ? 'is' : 'are'} ${found}`;
}

/** Whether a leaf keeps the robot from hitting something. */
export const avoids = ({ behavior }: LeafSpec): boolean => catalogued(behavior)?.avoids === true;

/** The goals of a mission's leaves, in their order. */
export function goalsOf(spec: MissionSpec): readonly Goal[] {
  if ('children' in spec) return spec.children.flatMap(({ mission }) => goalsOf(mission));
  const goal = catalogued(spec.behavior)?.goal?.(spec.parameters as never);
  return goal ? [goal] : [];
}
