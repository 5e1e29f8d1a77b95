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
const time = quantity('s', { min: 0 });
const within = time.exactOptional();
const id = z.string().min(1);
const robot = id.exactOptional();
const kind = z.enum(NOTICED_KINDS);
const bounds = { atLeast: distance.exactOptional(), atMost: distance.exactOptional() };

function wantBound(
  limits: { readonly atLeast?: number; readonly atMost?: number },
  context: z.core.$RefinementCtx,
) {
  if (limits.atLeast === undefined && limits.atMost === undefined)
    context.addIssue('no limit is found; at least one of atLeast and atMost is wanted');
}

const ORDER_WANTED =
  'an order is { robot, visits: [two places or more], within } or { arrive: [two robots or more], apart }';

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
  stopped: z.strictObject({ robot, within, travelled: distance.exactOptional(), why: kind.exactOptional() }),
  moved: z.strictObject({ robot, ...bounds }).superRefine(wantBound),
  excursion: z
    .strictObject({
      robot,
      from: z.union([z.tuple([targetParameter, targetParameter]), targetParameter]).exactOptional(),
      ...bounds,
    })
    .superRefine(wantBound),
  order: z.union(
    [
      z.strictObject({ robot: id, visits: z.array(targetParameter).min(2), within: distance.default(0.1) }),
      z.strictObject({ arrive: z.array(id).min(2), apart: quantity('s', { min: 0 }).default(0) }),
    ],
    { error: ORDER_WANTED },
  ),
  coverage: z.strictObject({
    robot,
    inside: cornersSchema,
    within: distance.exactOptional(),
    atLeast: share,
  }),
  noticed: z.strictObject({ robot, kind, within }),
  beats: z.strictObject({ mission: id, robot, in: id, by: z.union([distance, time, count]).default(0) }),
};

type Criteria = typeof CRITERION_SCHEMAS;
const CRITERION_NAMES = Object.keys(CRITERION_SCHEMAS) as (keyof Criteria)[];

const optional = Object.fromEntries(
  CRITERION_NAMES.map((name) => [name, CRITERION_SCHEMAS[name].exactOptional()]),
) as { [K in keyof Criteria]: z.ZodExactOptional<Criteria[K]> };

export const criterionSchema = z
  .strictObject(optional)
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

/** Where criteria name robots, and targets that the robot of the same criterion is measured to. */
const ROBOT_KEYS = [
  ['distance', 'from', 'to'],
  ['hidden', 'robot', 'from'],
  ...['stopped', 'moved', 'excursion', 'coverage', 'noticed', 'beats', 'order'].map((name) => [
    name,
    'robot',
  ]),
] as const;

/** Unknown robots and targets. */
function unknownNames(document: PlacedValue, value: unknown, place: KeyPath): FileFault[] {
  const ids = idsOf(value);
  const unknownRobot = (at: KeyPath): FileFault[] => {
    const named = valueAt(value, at);
    const isUnknown = typeof named === 'string' && !ids.robot.includes(named);
    return isUnknown ? [document.fault(at, unknownId('robot', named, ids))] : [];
  };
  const unknownTarget = (at: KeyPath, from: unknown): FileFault[] => {
    const fault = targetFault(document, valueAt(value, at), at, ids, from);
    return fault ? [fault] : [];
  };
  const order = [...place, 'order'];
  const from = [...place, 'excursion', 'from'];
  const items = (key: string) =>
    [...listOf(valueAt(value, [...order, key])).keys()].map((i) => [...order, key, i]);
  return [
    ...ROBOT_KEYS.flatMap(([name = '', key = '', to]) => {
      const robot = [...place, name, key];
      const target = to === undefined ? [] : unknownTarget([...place, name, to], valueAt(value, robot));
      return [...unknownRobot(robot), ...target];
    }),
    ...items('arrive').flatMap(unknownRobot),
    ...endsOf(valueAt(value, from), from).flatMap((at) => unknownTarget(at, undefined)),
    ...items('visits').flatMap((at) => unknownTarget(at, valueAt(value, [...order, 'robot']))),
  ];
}

/** A target, or the two of a line. */
const endsOf = (from: unknown, place: KeyPath): KeyPath[] =>
  Array.isArray(from) ? [...from.keys()].map((i) => [...place, i]) : [place];

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

/** The rows that a criterion has in a report. */
function rowNames(spec: CriterionSpec): string[] {
  const { criterion } = spec;
  const several: readonly string[] = ['crossTrack', 'distance', 'moved', 'excursion'];
  if (!several.includes(criterion)) return [criterion];
  return ['rms', 'max', 'missed', 'atLeast', 'atMost', 'reaches']
    .filter((limit) => limit in spec)
    .map((limit) => `${criterion}.${limit}`);
}

/** Faults of comparisons: with a mission that the file does not name, or in a figure that nothing measures. */
export const unmeasured = (document: PlacedValue, { criteria, missions = [] }: Scenario): FileFault[] =>
  criteria.flatMap((spec, i) => {
    if (spec.criterion !== 'beats') return [];
    const place = (key: string) => ['criteria', i, 'beats', key];
    const names = missions.map(({ name }) => name);
    const rows = criteria.flatMap((other) => (other.criterion === 'beats' ? [] : rowNames(other)));
    return [
      ...(names.includes(spec.mission)
        ? []
        : [
            document.fault(
              place('mission'),
              notAmong(`no mission '${spec.mission}' is named`, names, "name it under 'missions'"),
            ),
          ]),
      ...(rows.includes(spec.in)
        ? []
        : [
            document.fault(
              place('in'),
              notAmong(`no criterion measures '${spec.in}'`, rows, 'add a criterion that does'),
            ),
          ]),
    ];
  });

const notAmong = (found: string, allowed: readonly string[], cure: string): string =>
  `${found}; ${allowed.length > 0 ? `${oneOf(allowed)} is allowed; change it, or ${cure}` : cure}`;

/** Faults of criteria that begin when the run is over. */
export const lateCriteria = (document: PlacedValue, { criteria, duration }: Scenario): FileFault[] =>
  criteria.flatMap((criterion, i) => {
    const after = 'after' in criterion ? (criterion.after ?? 0) : 0;
    if (after < duration) return [];
    const message = `'after' is ${after} s, and the run ends at ${duration} s; less is wanted`;
    return [document.fault(['criteria', i, criterion.criterion, 'after'], message)];
  });
