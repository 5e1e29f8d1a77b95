/** `--behaviors FILE.js` in a program whose exit code is the result of a run. */
import { loadOwnBehaviors as load } from '../config/mission/loadOwnBehaviors.js';
import type { OwnBehaviors } from '../steering/mission.js';
import { markOwnCodeRunning } from './terminal/processExit.js';

/** Imports the file. @throws UsageError where it does not exist, cannot be loaded, or exports no behavior */
function importOwnBehaviors(file: string): Promise<OwnBehaviors> {
  markOwnCodeRunning(file);
  return load(file);
}

/** Those of a file, if one is named. @throws UsageError */
export const ownBehaviorsOf = async (file: string | undefined): Promise<OwnBehaviors> =>
  file === undefined ? {} : importOwnBehaviors(file);
