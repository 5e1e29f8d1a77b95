/** The start of a study: every file is read, once, and every variant is tried with the first seed. */

import { refuseLinkFaults } from '../../sim/scenario/faultSpec.js';
import { loadOwnBehaviors } from '../config/mission/loadOwnBehaviors.js';
import { FileError, UsageError } from '../validation/errors.js';
import type { CarriedStudy } from './poolTask.js';
import { scenarioBySeed } from './scenarioBySeed.js';
import type { BySeed } from './seedRuns.js';
import { NotedFiles } from './studyFiles.js';
import { labelOf, type StudyWork, type Variant } from './variant.js';

export interface BegunStudy {
  readonly study: CarriedStudy;
  readonly scenarios: readonly BySeed[];
}

/** Later edits of a file change nothing of the study. @throws FileError, UsageError */
export async function beginStudy(work: StudyWork, firstSeed: number): Promise<BegunStudy> {
  const { robot, limits } = work;
  const own = work.behaviors === undefined ? {} : await loadOwnBehaviors(work.behaviors);
  const noted = new NotedFiles();
  const changes = {
    behaviors: own,
    read: noted.read,
    ...(robot !== undefined && { robot }),
    ...(limits && { limits }),
  };
  const scenarios = work.variants.map((variant) =>
    withVariantInError(variant, () => {
      const bySeed = scenarioBySeed(variant, changes);
      refuseLinkFaults(bySeed(firstSeed), 'run it alone, with --firmware');
      return bySeed;
    }),
  );
  return { study: { ...work, id: 'own', files: noted.files }, scenarios };
}

/** The file is right and the given value is wrong: the message names the variant. */
function withVariantInError<T>(variant: Variant, load: () => T): T {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof FileError) || variant.settings.length === 0) throw error;
    throw new UsageError(`with ${labelOf(variant)}:\n${error.message}`);
  }
}
