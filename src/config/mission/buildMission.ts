/** A mission as it is written, as a behavior: for programs, and inside behaviors of one's own. */
import type { Behavior } from '../../steering/behavior.js';
import { missionBehavior, type OwnBehaviors } from '../../steering/mission.js';
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
  const schema = missionSchema(own);
  if (typeof written === 'string') {
    const { value, faults } = new SourceDocument(written, 'mission').check(schema);
    if (!value || faults.length > 0) throw new FileError(faults);
    return missionBehavior(value, own);
  }
  const { data, error } = schema.safeParse(written, { error: sayIssue });
  if (data) return missionBehavior(data, own);
  const said = error.issues.flatMap((issue) => issueMessages(issue, written));
  throw new FileError(said.map(({ path, message }) => placedFault(pathIn('mission', path), 0, 0, message)));
}
