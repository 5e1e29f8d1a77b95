/** How a behavior tree, which is data, becomes a behavior, and what is known of it. */
import { z } from 'zod';
import {
  type CombinatorSpec,
  isJoining,
  type LeafSpec,
  leavesOf,
  type MissionSpec,
  NODES,
  type NodeSpec,
} from '../signals/missionTree.js';
import { misuse } from '../validation/caller.js';
import { fieldOf, notPlain } from '../validation/values.js';
import type { Behavior } from './behavior.js';
import { CATALOG, type CatalogEntry } from './catalog.js';
import { blend, budget, dither, prioritize } from './combine.js';
import type { Goal, MarkWords } from './entry.js';
import { inTurn } from './missions/inTurn.js';
import { joinedPath, stepName } from './missions/outcome.js';
import { parallel } from './missions/parallel.js';
import { STILL } from './missions/still.js';
import { ownSchema } from './ownParameters.js';

export {
  type ChildSpec,
  COMBINATORS,
  type CombinatorSpec,
  isJoining,
  type LeafSpec,
  type MissionSpec,
  NODES,
  type NodeSpec,
} from '../signals/missionTree.js';
export type { Goal, SensedGoal } from './entry.js';
export { leansOn, type Missing, missingSensor } from './missions/needs.js';
export type { TargetSpec } from './target.js';

/** Makes a behavior of a user's own. */
export type OwnBehavior = ((parameters: never) => Behavior) & {
  /** What its parameters are, if it wants them checked and in SI: `{ pause: 's', corners: 'points' }` (see `ownSchema`). */
  readonly parameters?: Readonly<Record<string, string>>;
};

/** The user's own behaviors, by the names that missions use. */
export type OwnBehaviors = Readonly<Record<string, OwnBehavior>>;

/** Conditions that a mission may write beside any of its nodes. */
export const GUARD_KEYS = ['while', 'unless'] as const;

/** An own behavior that declares none checks its parameters itself. */
const anyParameters = z.record(z.string(), z.unknown());

/** Every name that a leaf may have. */
export const knownLeaves = (own: OwnBehaviors): string[] => [...Object.keys(CATALOG), ...Object.keys(own)];

/**
 * The first name of an own behavior that Steerbot already uses for a behavior or combinator; undefined if all are free.
 */
export const takenName = (own: OwnBehaviors): string | undefined =>
  Object.keys(own).find(
    (name) => Object.hasOwn(CATALOG, name) || isJoining(name) || GUARD_KEYS.some((key) => key === name),
  );

/** The behavior that a mission means by that name. */
export function leafNamed(name: string, own: OwnBehaviors): CatalogEntry | undefined {
  if (Object.hasOwn(CATALOG, name)) return CATALOG[name];
  const make = Object.hasOwn(own, name) ? own[name] : undefined;
  if (!make) return undefined;
  const parameters = make.parameters ? ownSchema(name, make.parameters) : anyParameters;
  return {
    parameters: parameters as typeof anyParameters,
    about: 'A behavior of the user’s own.',
    marks: {},
    make,
  };
}

/**
 * The behavior that a checked mission describes. @throws RangeError for an unknown name
 *
 * @example
 * ```ts
 * import { missionBehavior } from 'steerbot/control';
 * const mission = missionBehavior({ behavior: 'wander', parameters: {} });
 * console.log(mission.name); // wander
 * ```
 */
export function missionBehavior(spec: MissionSpec, own: OwnBehaviors = {}): Behavior {
  if ('children' in spec) return 'parameters' in spec ? nodeWithState(spec, own) : combine(spec, own);
  const leaf = leafNamed(spec.behavior, own);
  if (!leaf) throw new RangeError(`unknown behavior '${spec.behavior}'`);
  return named(spec.behavior, leaf.make(spec.parameters as never));
}

function nodeWithState({ behavior, children, parameters }: NodeSpec, own: OwnBehaviors): Behavior {
  const parts = children.map(({ mission }) => missionBehavior(mission, own));
  if (behavior !== 'parallel') return inTurn(behavior, parameters, parts);
  const [mover, ...watchers] = parts;
  return parallel(mover as Behavior, ...watchers);
}

function combine({ behavior, children }: CombinatorSpec, own: OwnBehaviors): Behavior {
  const parts = children.map(({ mission, weight = 1, chance = 1 }) => ({
    behavior: missionBehavior(mission, own),
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
 * @throws TypeError for a behavior of one's own whose memory is no plain JSON
 */
export function writtenMission(behavior: Behavior, own: MadeBehaviors): object {
  const { name = 'own', input, parts } = behavior;
  if (input && Object.hasOwn(CATALOG, name)) return { [name]: input };
  if (parts && isJoining(name)) {
    const children = parts.map(({ behavior: below, ...share }) => ({
      ...writtenMission(below, own),
      ...share,
    }));
    return writtenNode(name, (input ?? {}) as Readonly<Record<string, unknown>>, children);
  }
  let free = name;
  for (let n = 2; knownLeaves(own).includes(free) || takenName({ [free]: () => behavior }); n++)
    free = `${name}-${n}`;
  requirePlain(name, behavior.start());
  own[free] = () => behavior;
  return { [free]: {} };
}

/** @throws TypeError: a recording could not go on from such a memory */
function requirePlain(name: string, memory: unknown): void {
  const found = memory === undefined ? undefined : notPlain(memory);
  if (found !== undefined)
    throw misuse(
      `${name}: start() gives ${found}; its memory is plain JSON, so that a recording goes on from any tick`,
    );
}

/**
 * A node in the form of a mission file, its children with it: `{ repeat: { times: 3, do: [...] } }`, `{ arrive: …, unless: … }`.
 */
export function writtenNode(
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  children: readonly object[],
): object {
  if (name === 'guarded') return { ...children[0], ...parameters };
  if (name === 'call') return { call: parameters.name, do: children };
  if (name === 'parallel') return { parallel: { do: children[0], watch: children.slice(1) } };
  return { [name]: Object.keys(parameters).length > 0 ? { ...parameters, do: children } : children };
}

/** Only Steerbot's own entries: for a user's behavior it is unknown whether it needs sight. */
const catalogued = (name: string): CatalogEntry | undefined =>
  Object.hasOwn(CATALOG, name) ? CATALOG[name] : undefined;

/** What a mission's behaviors do, and what their marks mean, by their names; those of a user's own explain themselves. */
export const missionWords = (spec: MissionSpec): MarkWords =>
  Object.assign({}, ...leavesOf(spec).map(({ behavior }) => wordsOf(behavior)));

function wordsOf(behavior: string): MarkWords {
  const { parts = [], marks = {} } = catalogued(behavior) ?? {};
  const told = [behavior, ...parts].map((name) => [name, catalogued(name)?.about] as const);
  return { ...Object.fromEntries(told.filter((pair): pair is [string, string] => !!pair[1])), ...marks };
}

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

/** Whether a behavior has nodes with state. */
export const hasSteps = ({ name = '', parts = [] }: Behavior): boolean =>
  NODES.some((node) => node === name) || name in STILL || parts.some(({ behavior }) => hasSteps(behavior));

/** Whether a behavior goes home by the way it came. */
export const keepsTrail = ({ name, input, parts = [] }: Behavior): boolean =>
  (name === 'home' && fieldOf(input, 'by') === 'trail') || parts.some(({ behavior }) => keepsTrail(behavior));

/** Whether a leaf keeps the robot from hitting something. */
export const avoids = ({ behavior }: LeafSpec): boolean => catalogued(behavior)?.avoids === true;

/** A goal, and the place of its leaf in the mission: `sequence[2].arrive`. */
export interface PlacedGoal {
  readonly place: string;
  readonly goal: Goal;
}

/** The goals of a mission's leaves, in their order, each with its place. */
export function placedGoalsOf(spec: MissionSpec): readonly PlacedGoal[] {
  const { behavior } = spec;
  if ('children' in spec)
    return spec.children.flatMap(({ mission }, i) =>
      placedGoalsOf(mission).map(({ place, goal }) => ({
        place: joinedPath(stepName(behavior, spec.children.length, i), place),
        goal,
      })),
    );
  const goal = catalogued(behavior)?.goal?.(spec.parameters as never);
  return goal ? [{ place: behavior, goal }] : [];
}

/** The goals of a mission's leaves, in their order. */
export const goalsOf = (spec: MissionSpec): readonly Goal[] => placedGoalsOf(spec).map(({ goal }) => goal);

/**
 * Whether a mission itself has to say that it is done, and in which of its leaves: it has nodes with state, several goals,
 * behaviors that end without a goal, or own ones, which may end anywhere.
 */
export function tellsItsEnd(spec: MissionSpec): boolean {
  const leaves = leavesOf(spec);
  const ends = ({ behavior }: LeafSpec) => {
    const entry = catalogued(behavior);
    return (
      !entry || Boolean(entry.ends) || Boolean(entry.mayFail) || behavior === 'home' || behavior in STILL
    );
  };
  return hasNodes(spec) || goalsOf(spec).length > 1 || leaves.some(ends);
}

/** Whether a mission has nodes with state. */
export const hasNodes = (spec: MissionSpec): boolean =>
  'children' in spec && ('parameters' in spec || spec.children.some(({ mission }) => hasNodes(mission)));
