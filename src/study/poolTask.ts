/** What a thread of the pool is given. */
import type { StudyFile } from './studyFiles.js';
import type { StudyWork } from './variant.js';

/** A study with all that a thread needs to run it. */
export interface CarriedStudy extends StudyWork {
  /** Distinguishes it from the pool's other studies. */
  readonly id: string;
  readonly files: readonly StudyFile[];
}

export interface PoolTask {
  readonly study: CarriedStudy;
  readonly seeds: readonly number[];
}
