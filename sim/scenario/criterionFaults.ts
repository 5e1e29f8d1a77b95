/** Criteria that could not be judged: they name nobody, or what the scenario does not have. */

import type { SourceDocument } from '../../src/config/yaml/document.js';
import type { FileFault } from '../../src/validation/errors.js';
import { fieldOf, type KeyPath, listOf, valueAt } from '../../src/validation/values.js';
import { idsOf, missing, targetFault } from './references.js';
import type { Scenario } from './scenario.js';

/** What a written criterion names that is not there, and what it needs of the scenario. */
export function criterionFaults(document: SourceDocument, value: unknown): FileFault[] {
  return [...listOf(fieldOf(value, 'criteria')).keys()].flatMap((i) => {
    const place = ['criteria', i];
    return [...nameFaults(document, value, place), ...needFaults(document, value, place)];
  });
}

/** Of the two that measure from one to another: the robot, and the target. Of a stop: the robot, if it names one. */
function nameFaults(document: SourceDocument, value: unknown, place: KeyPath): FileFault[] {
  const named = [
    { robot: [...place, 'distance', 'from'], target: [...place, 'distance', 'to'] },
    { robot: [...place, 'hidden', 'robot'], target: [...place, 'hidden', 'from'] },
  ];
  const ids = idsOf(value);
  const stopped = [...place, 'stopped', 'robot'];
  const stops = valueAt(value, stopped);
  const unknownStop = typeof stops === 'string' && !ids.robot.includes(stops);
  const others = unknownStop ? [document.fault(stopped, missing('robot', stops, ids))] : [];
  const measured = named.flatMap(({ robot, target }) => {
    const id = valueAt(value, robot);
    const unknown = typeof id === 'string' && !ids.robot.includes(id);
    const faults = unknown ? [document.fault(robot, missing('robot', id, ids))] : [];
    const fault = targetFault(document, valueAt(value, target), target, ids, id);
    return fault ? [...faults, fault] : faults;
  });
  return [...measured, ...others];
}

/** Criteria that only some scenarios can meet. */
function needFaults(document: SourceDocument, value: unknown, place: KeyPath): FileFault[] {
  const says = (name: string) => fieldOf(valueAt(value, place), name) !== undefined;
  const fault = (name: string, message: string) => document.fault([...place, name], message, 'key');
  const bodiless = fieldOf(value, 'bodies') === 'kinematic' ? ['contacts', 'clearance'].filter(says) : [];
  const stays = says('crossings') && fieldOf(value, 'respawn') === undefined ? ['crossings'] : [];
  return [
    ...bodiless.map((name) =>
      fault(name, `'${name}' of bodies that pass through everything; 'bodies: physics' has it; remove one`),
    ),
    ...stays.map((name) =>
      fault(name, `'crossings' without respawn; only who is put back crosses again; add 'respawn'`),
    ),
  ];
}

/** Criteria that begin when the run is over. */
export const lateCriteria = (document: SourceDocument, { criteria, duration }: Scenario): FileFault[] =>
  criteria.flatMap((criterion, i) => {
    const after = 'after' in criterion ? (criterion.after ?? 0) : 0;
    if (after < duration) return [];
    const message = `'after' is ${after} s, and the run ends at ${duration} s; less is wanted`;
    return [document.fault(['criteria', i, criterion.criterion, 'after'], message)];
  });
