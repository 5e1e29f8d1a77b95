/** The catalog of behaviors, by the names that missions call them. */
import type { z } from 'zod';
import type { Vec2 } from '../math/geometry.js';
import type { Meters, Radians } from '../math/units.js';
import type { Mount } from '../robot/mount.js';
import type { Behavior } from './behavior.js';
import { align, alignParameters } from './behaviors/align.js';
import { arrive, arriveParameters } from './behaviors/arrive.js';
import { avoidNeighbors, avoidNeighborsParameters } from './behaviors/avoidNeighbors.js';
import { avoidObstacles, avoidObstaclesParameters } from './behaviors/avoidObstacles.js';
import { circle, circleParameters } from './behaviors/circle.js';
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
import type { TargetSpec } from './target.js';

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

/** What is known of a behavior besides its code: a new one is a line below. */
export interface CatalogEntry {
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
export const CATALOG: Readonly<Record<string, CatalogEntry>> = {
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
  circle: { parameters: circleParameters, make: circle },
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
