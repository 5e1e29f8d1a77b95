/** A mission as it is written, as a behavior: for programs, and inside behaviors of one's own. */
import type { Behavior } from '../../steering/behavior.js';
import { type MissionSpec, missionBehavior, type OwnBehaviors } from '../../steering/mission.js';
import { FileError, placedFault } from '../../validation/errors.js';
import { issueMessages, pathIn, sayIssue } from '../../validation/issues.js';
import { SourceDocument } from '../yaml/document.js';
import { missionSchema } from './missionSchema.js';

/**
 * The behavior that a mission describes: the text of a mission file, or the same as objects.
 *
 * @param written a path is its points here, not the name of a file
 * @param own behaviors of your own that it names
 * @throws FileError with every problem, at its line or by its path
 * @example
 * ```ts
 * import { buildMission, scenario, simulate } from 'steerbot';
 * const mission = buildMission('sequence: [{ arrive: { target: [0.5, 0] } }, { wait: 1 s }, home]');
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots: [{ robot: 'scout', mission }] }));
 * console.log(a?.outcome, a?.finalPose.x.toFixed(1)); // arrived 0.0
 * ```
 */
export function buildMission(written: string | object, own: OwnBehaviors = {}): Behavior {
  if (typeof written !== 'string') return missionBehavior(checkedMission(written, own), own);
  const { value, faults } = new SourceDocument(written, 'mission').check(missionSchema(own));
  if (!value || faults.length > 0) throw new FileError(faults);
  return missionBehavior(value, own);
}

/** A mission as objects, checked. @throws FileError with every problem, by its path */
export function checkedMission(written: unknown, own: OwnBehaviors): MissionSpec {
  const { data, error } = missionSchema(own).safeParse(written, { error: sayIssue });
  if (data) return data;
  const said = error.issues.flatMap((issue) => issueMessages(issue, written));
  throw new FileError(said.map(({ path, message }) => placedFault(pathIn('mission', path), 0, 0, message)));
}
