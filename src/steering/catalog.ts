/** Every behavior by the name that missions call it, with the schema of its parameters. */
import type { z } from 'zod';
import type { Behavior } from './behavior.js';
import { arrive, arriveParameters } from './behaviors/arrive.js';
import { flee, fleeParameters } from './behaviors/flee.js';
import { followPath, followPathParameters } from './behaviors/followPath.js';
import { seek, seekParameters } from './behaviors/seek.js';
import { wander, wanderParameters } from './behaviors/wander.js';

export interface CatalogEntry {
  readonly parameters: z.ZodType<Record<string, unknown>>;
  readonly make: (parameters: never) => Behavior;
}

export const CATALOG: Readonly<Record<string, CatalogEntry>> = {
  seek: { parameters: seekParameters, make: seek },
  flee: { parameters: fleeParameters, make: flee },
  arrive: { parameters: arriveParameters, make: arrive },
  followPath: { parameters: followPathParameters, make: followPath },
  wander: { parameters: wanderParameters, make: wander },
};
