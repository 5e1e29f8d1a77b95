/** The catalog of behaviors by their mission names, and how a behavior tree, which is data, becomes a behavior. */
import { z } from 'zod';
import type { Vec2 } from '../math/geometry.js';
import type { Meters, Radians } from '../math/units.js';
import type { Mount } from '../robot/mount.js';
import { COMBINATORS, type CombinatorSpec, type LeafSpec, type MissionSpec } from '../signals/missionTree.js';
import type { Behavior } from './behavior.js';
import { align, alignParameters } from './behaviors/align.js';
import { arrive, arriveParameters } from './behaviors/arrive.js';
import { avoidNeighbors, avoidNeighborsParameters } from './behaviors/avoidNeighbors.js';
import { avoidObstacles, avoidObstaclesParameters } from './behaviors/avoidObstacles.js';
import { cohere, cohereParameters } from './behaviors/cohere.js';
import { contain, containParameters } from './behaviors/contain.js';
import { evade, evadeParameters } from './behaviors/evade.js';
import { flee, fleeParameters } from './behaviors/flee.js';
import { flock, flockParameters } from './behaviors/flock.js';
import { followFlowField, followFlowFieldParameters } from './behaviors/followFlowField.js';
import { followLeader, followLeaderParameters } from './behaviors/followLeader.js';
import { followLine, followLineParameters } from './behaviors/followLine.js';
import { followPath, followPathParameters } from './behaviors/followPath.js';
import { followWall, followWallParameters } from './behaviors/followWall.js';
import { hide, hideParameters } from './behaviors/hide.js';
import { interpose, interposeParameters } from './behaviors/interpose.js';
import { lookAround, lookAroundParameters } from './behaviors/lookAround.js';
import { offsetPursue, offsetPursueParameters } from './behaviors/offsetPursue.js';
import { pursue, pursueParameters } from './behaviors/pursue.js';
import { queue, queueParameters } from './behaviors/queue.js';
import { seek, seekParameters } from './behaviors/seek.js';
import { seekBeacon, seekBeaconParameters } from './behaviors/seekBeacon.js';
import { seekLight, seekLightParameters } from './behaviors/seekLight.js';
import { separate, separateParameters } from './behaviors/separate.js';
import { wander, wanderParameters } from './behaviors/wander.js';
import { blend, budget, dither, prioritize } from './combine.js';
import type { TargetSpec } from './target.js';

/** What is known of a behavior besides its code: a new one is a line below. */
interface CatalogEntry {
  readonly parameters: z.ZodType<Record<string, unknown>>;
  readonly make: (parameters: never) => Behavior;
  /** Its goal, if it has an end that a robot reaches. @param parameters checked */
  readonly goal?: (parameters: never) => Goal | undefined;
  /** It keeps the robot from hitting something: a mission with another goal keeps it. */
  readonly avoids?: true;
  /** Without a map or sensors that see obstacles, it is silent. */
  readonly needsSight?: true;
  /** It goes by so many sensors of a kind. */
  readonly needs?: { readonly senses: Mount['senses']; readonly least: number };
}

interface PointParameters {
  readonly target: TargetSpec;
  readonly within: Meters;
  readonly heading?: Radians;
}

interface PathParameters {
  readonly path: readonly (readonly [number, number])[];
  readonly within: Meters;
  readonly loop: boolean;
  readonly heading?: Radians;
}

const pathGoal = ({ path, within, loop, heading }: PathParameters): Goal | undefined =>
  loop ? undefined : { kind: 'followPath', points: path.map(([x, y]) => ({ x, y })), within, heading };

/** The axle stands before the end of the line, which the sensors have passed. */
const LINE_END_RADIUS: Meters = 0.15;
/** How far from a lamp a level is reached depends on the lamp; a scenario's `arrived: { within }` says it. */
const LAMP_DISTANCE: Meters = 0.5;
/** A body rolls on after it has passed the beacon. */
const BEACON_ROLL: Meters = 0.1;

/** Each behavior by the name that missions call it. */
const CATALOG: Readonly<Record<string, CatalogEntry>> = {
  seek: {
    parameters: seekParameters,
    make: seek,
    goal: ({ target, within }: PointParameters) => ({ kind: 'seek', target, within }),
  },
  avoidNeighbors: { parameters: avoidNeighborsParameters, make: avoidNeighbors, avoids: true },
  avoidObstacles: {
    parameters: avoidObstaclesParameters,
    make: avoidObstacles,
    avoids: true,
    needsSight: true,
  },
  flee: { parameters: fleeParameters, make: flee },
  arrive: {
    parameters: arriveParameters,
    make: arrive,
    goal: ({ target, within, heading }: PointParameters) => ({ kind: 'arrive', target, within, heading }),
  },
  followPath: { parameters: followPathParameters, make: followPath, goal: pathGoal },
  separate: { parameters: separateParameters, make: separate },
  align: { parameters: alignParameters, make: align },
  cohere: { parameters: cohereParameters, make: cohere },
  flock: { parameters: flockParameters, make: flock },
  followLeader: { parameters: followLeaderParameters, make: followLeader },
  pursue: { parameters: pursueParameters, make: pursue },
  evade: { parameters: evadeParameters, make: evade },
  offsetPursue: { parameters: offsetPursueParameters, make: offsetPursue },
  interpose: { parameters: interposeParameters, make: interpose },
  hide: { parameters: hideParameters, make: hide },
  wander: { parameters: wanderParameters, make: wander },
  queue: { parameters: queueParameters, make: queue },
  contain: { parameters: containParameters, make: contain },
  followFlowField: { parameters: followFlowFieldParameters, make: followFlowField },
  followWall: { parameters: followWallParameters, make: followWall, needsSight: true },
  followLine: {
    parameters: followLineParameters,
    make: followLine,
    goal: () => ({ kind: 'followLine', within: LINE_END_RADIUS }),
    needs: { senses: 'reflectance', least: 2 },
  },
  seekLight: {
    parameters: seekLightParameters,
    make: seekLight,
    goal: () => ({ kind: 'seekLight', within: LAMP_DISTANCE }),
    needs: { senses: 'light', least: 2 },
  },
  seekBeacon: {
    parameters: seekBeaconParameters,
    make: seekBeacon,
    goal: ({ within }: Pick<PointParameters, 'within'>) => ({
      kind: 'seekBeacon',
      within: within + BEACON_ROLL,
    }),
    needs: { senses: 'beacon', least: 1 },
  },
  lookAround: { parameters: lookAroundParameters, make: lookAround, avoids: true, needsSight: true },
};

export {
  type ChildSpec,
  COMBINATORS,
  type CombinatorSpec,
  type LeafSpec,
  type MissionSpec,
} from '../signals/missionTree.js';
export type { TargetSpec } from './target.js';

/** The heading in which a robot is to stand on its goal; any, unless given. */
interface Facing {
  readonly heading?: Radians | undefined;
}

/** What a leaf is to achieve; the referee judges it by the true body. */
export type Goal =
  | { readonly kind: 'seek'; readonly target: TargetSpec; readonly within: Meters }
  | ({ readonly kind: 'arrive'; readonly target: TargetSpec; readonly within: Meters } & Facing)
  | ({ readonly kind: 'followPath'; readonly points: readonly Vec2[]; readonly within: Meters } & Facing)
  | SensedGoal;

/** A place that a robot finds by its sensors; only the world knows where it is. */
export interface SensedGoal {
  /** The end of the line; the nearest lamp; the nearest beacon. */
  readonly kind: 'followLine' | 'seekLight' | 'seekBeacon';
  /** From the place to the robot's middle, standing. */
  readonly within: Meters;
}

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
  return make && { parameters: anyParameters, make };
}

/** The behavior that a checked mission describes. @throws RangeError for an unknown name */
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
