/** The schema of a scenario's criteria, such as `- contacts: { atMost: 0 }`. */

import { z } from 'zod';
import type { PlacedValue } from '../../src/config/placedValue.js';
import type { FaultKind } from '../../src/signals/signals.js';
import { targetParameter } from '../../src/steering/target.js';
import { type FileFault, oneOf } from '../../src/validation/errors.js';
import { quantity } from '../../src/validation/quantity.js';
import { fieldOf, type KeyPath, listOf, valueAt } from '../../src/validation/values.js';
import { idsOf, targetFault, unknownId } from './references.js';
import { CONTACT_CRITERIA, type CriterionSpec, type Scenario } from './scenario.js';
import { cornersSchema } from './scenarioSchema.js';

const IS_NOTICED: Readonly<Record<FaultKind, true>> = {
  wheelStands: true,
  wheelReversed: true,
  wheelsSwapped: true,
  wheelRunsOn: true,
  encoderStuck: true,
  encoderSilent: true,
  encoderReversed: true,
  encoderJump: true,
  encodersSwapped: true,
  motorDead: true,
  motorReversed: true,
  motorStuckOn: true,
  motorsSwapped: true,
  wheelsBlocked: true,
  wheelSlip: true,
  noProgress: true,
  bodyLate: true,
  bodyWeak: true,
  gyroStuck: true,
  gyroSilent: true,
  gyroOff: true,
  gyroReversed: true,
  sensorSilent: true,
  rangeStuck: true,
  rangeBlind: true,
  rangeSilent: true,
  sonarMissing: true,
  sonarStuck: true,
  sonarDisturbed: true,
  reading: true,
  notFinite: true,
  targetLost: true,
  targetJump: true,
  obstaclesLost: true,
  inputEnded: true,
  batteryLow: true,
  batteryDead: true,
  linkPoor: true,
  commandsLost: true,
  bodyLost: true,
  clockJump: true,
  deadManTripped: true,
  motorDriverFault: true,
  behavior: true,
  mission: true,
  notReady: true,
  blocked: true,
  timeLimit: true,
  distanceLimit: true,
  fence: true,
};

/** Every kind of fault that a robot may notice, for a criterion that names one. */
const NOTICED_KINDS = Object.keys(IS_NOTICED) as [FaultKind, ...FaultKind[]];

const distance = quantity('m', { min: 0 });
const count = quantity('', { min: 0 });
const share = quantity('', { min: 0, max: 1 });
/** The criterion must hold from this time on. */
const after = quantity('s', { min: 0 }).exactOptional();
const before = quantity('s', { above: 0 }).exactOptional();
const id = z.string().min(1);

const CRITERION_SCHEMAS = {
  arrived: z.strictObject({ within: distance.exactOptional(), before }),
  contacts: z.strictObject({ atMost: count, above: quantity('m/s', { min: 0 }).exactOptional() }),
  crossTrack: z
    .strictObject({
      rms: distance.exactOptional(),
      max: distance.exactOptional(),
      missed: distance.exactOptional(),
    })
    .refine((limits) => Object.keys(limits).length > 0, {
      error: 'no limit is found; at least one of rms, max and missed is wanted',
    }),
  overshoot: z.strictObject({ atMost: distance }),
  clearance: z.strictObject({ atLeast: distance }),
  crossings: z.strictObject({ atLeast: count }),
  flow: z.strictObject({ atLeast: count }),
  polarization: z.strictObject({ atLeast: share, after }),
  distance: z
    .strictObject({
      from: id,
      to: targetParameter,
      atLeast: distance.exactOptional(),
      atMost: distance.exactOptional(),
      after,
      reaches: distance.exactOptional(),
      before,
    })
    .superRefine((limits, context) => {
      const { atLeast, atMost, reaches } = limits;
      const lasting = atLeast !== undefined || atMost !== undefined;
      if (!lasting && reaches === undefined) {
        context.addIssue('no limit is found; at least one of atLeast, atMost and reaches is wanted');
        return;
      }
      if (limits.after !== undefined && !lasting) {
        context.addIssue("'after' is for atLeast and atMost; add one of these; or remove 'after'");
      }
      if (limits.before !== undefined && reaches === undefined) {
        context.addIssue("'before' is for reaches; add that; or remove 'before'");
      }
    }),
  hidden: z.strictObject({ robot: id, from: targetParameter, share, after }),
  inside: z.strictObject({ corners: cornersSchema }),
  stopped: z.strictObject({
    robot: id.exactOptional(),
    within: quantity('s', { min: 0 }).exactOptional(),
    travelled: distance.exactOptional(),
    why: z.enum(NOTICED_KINDS).exactOptional(),
  }),
};

const CRITERION_NAMES = Object.keys(CRITERION_SCHEMAS) as (keyof typeof CRITERION_SCHEMAS)[];

export const criterionSchema = z
  .strictObject({
    arrived: CRITERION_SCHEMAS.arrived.exactOptional(),
    contacts: CRITERION_SCHEMAS.contacts.exactOptional(),
    crossTrack: CRITERION_SCHEMAS.crossTrack.exactOptional(),
    overshoot: CRITERION_SCHEMAS.overshoot.exactOptional(),
    clearance: CRITERION_SCHEMAS.clearance.exactOptional(),
    crossings: CRITERION_SCHEMAS.crossings.exactOptional(),
    flow: CRITERION_SCHEMAS.flow.exactOptional(),
    polarization: CRITERION_SCHEMAS.polarization.exactOptional(),
    distance: CRITERION_SCHEMAS.distance.exactOptional(),
    hidden: CRITERION_SCHEMAS.hidden.exactOptional(),
    inside: CRITERION_SCHEMAS.inside.exactOptional(),
    stopped: CRITERION_SCHEMAS.stopped.exactOptional(),
  })
  .refine((entry) => Object.keys(entry).length === 1, {
    error: `a criterion has one name; one of ${oneOf(CRITERION_NAMES)} is wanted; write each as an entry of its own`,
    when: ({ issues }) => issues.length === 0,
  })
  .transform((entry): CriterionSpec => {
    const criterion = CRITERION_NAMES.find((name) => entry[name] !== undefined);
    return { criterion, ...(criterion && entry[criterion]) } as CriterionSpec;
  });

/** Faults of criteria that could not be judged: unknown names, and needs that the scenario does not meet. */
export function criterionFaults(document: PlacedValue, value: unknown): FileFault[] {
  return [...listOf(fieldOf(value, 'criteria')).keys()].flatMap((i) => {
    const place = ['criteria', i];
    return [...unknownNames(document, value, place), ...unmetNeeds(document, value, place)];
  });
}

/** Unknown robots and targets: of the two criteria that measure from one to another, and of a stop. */
function unknownNames(document: PlacedValue, value: unknown, place: KeyPath): FileFault[] {
  const named = [
    { robot: [...place, 'distance', 'from'], target: [...place, 'distance', 'to'] },
    { robot: [...place, 'hidden', 'robot'], target: [...place, 'hidden', 'from'] },
  ];
  const ids = idsOf(value);
  const stopped = [...place, 'stopped', 'robot'];
  const stops = valueAt(value, stopped);
  const unknownStop = typeof stops === 'string' && !ids.robot.includes(stops);
  const others = unknownStop ? [document.fault(stopped, unknownId('robot', stops, ids))] : [];
  const measured = named.flatMap(({ robot, target }) => {
    const id = valueAt(value, robot);
    const unknown = typeof id === 'string' && !ids.robot.includes(id);
    const faults = unknown ? [document.fault(robot, unknownId('robot', id, ids))] : [];
    const fault = targetFault(document, valueAt(value, target), target, ids, id);
    return fault ? [...faults, fault] : faults;
  });
  return [...measured, ...others];
}

/** Faults of criteria that this scenario cannot meet. */
function unmetNeeds(document: PlacedValue, value: unknown, place: KeyPath): FileFault[] {
  const says = (name: string) => fieldOf(valueAt(value, place), name) !== undefined;
  const fault = (name: string, message: string) => document.fault([...place, name], message, 'key');
  const bodiless = fieldOf(value, 'bodies') === 'kinematic' ? CONTACT_CRITERIA.filter(says) : [];
  const stays = fieldOf(value, 'respawn') === undefined ? ['crossings', 'flow'].filter(says) : [];
  return [
    ...bodiless.map((name) =>
      fault(
        name,
        `'${name}' does not exist for kinematic bodies; it needs 'bodies: physics'; change or remove one`,
      ),
    ),
    ...stays.map((name) =>
      fault(name, `'${name}' without 'respawn'; only a robot that is put back crosses again; add 'respawn'`),
    ),
  ];
}

/** Faults of criteria that begin when the run is over. */
export const lateCriteria = (document: PlacedValue, { criteria, duration }: Scenario): FileFault[] =>
  criteria.flatMap((criterion, i) => {
    const after = 'after' in criterion ? (criterion.after ?? 0) : 0;
    if (after < duration) return [];
    const message = `'after' is ${after} s, and the run ends at ${duration} s; less is wanted`;
    return [document.fault(['criteria', i, criterion.criterion, 'after'], message)];
  });
