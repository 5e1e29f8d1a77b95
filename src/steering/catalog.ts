/** Every behavior by the name that missions call it, with the schema of its parameters. */
import type { z } from 'zod';
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
import { followPath, followPathParameters } from './behaviors/followPath.js';
import { followWall, followWallParameters } from './behaviors/followWall.js';
import { hide, hideParameters } from './behaviors/hide.js';
import { interpose, interposeParameters } from './behaviors/interpose.js';
import { offsetPursue, offsetPursueParameters } from './behaviors/offsetPursue.js';
import { pursue, pursueParameters } from './behaviors/pursue.js';
import { queue, queueParameters } from './behaviors/queue.js';
import { seek, seekParameters } from './behaviors/seek.js';
import { separate, separateParameters } from './behaviors/separate.js';
import { wander, wanderParameters } from './behaviors/wander.js';

export interface CatalogEntry {
  readonly parameters: z.ZodType<Record<string, unknown>>;
  readonly make: (parameters: never) => Behavior;
}

export const CATALOG: Readonly<Record<string, CatalogEntry>> = {
  seek: { parameters: seekParameters, make: seek },
  avoidNeighbors: { parameters: avoidNeighborsParameters, make: avoidNeighbors },
  avoidObstacles: { parameters: avoidObstaclesParameters, make: avoidObstacles },
  flee: { parameters: fleeParameters, make: flee },
  arrive: { parameters: arriveParameters, make: arrive },
  followPath: { parameters: followPathParameters, make: followPath },
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
  followWall: { parameters: followWallParameters, make: followWall },
};
