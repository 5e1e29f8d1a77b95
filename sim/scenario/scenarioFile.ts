/** Makes a scenario of its file: draws what varies, reads the files it names, and reports all faults at once. */
import { z } from 'zod';
import { refuseOtherKind } from '../../src/config/fileKind.js';
import { type MissionOptions, withPaths } from '../../src/config/mission/missionFile.js';
import { missionSchema } from '../../src/config/mission/missionSchema.js';
import { asWrittenIn } from '../../src/config/mission/nodePlaces.js';
import type { PlacedValue } from '../../src/config/placedValue.js';
import { robotSchema } from '../../src/config/robot/robotFile.js';
import { safetySchema } from '../../src/config/robot/robotParts.js';
import { SourceDocument } from '../../src/config/yaml/document.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { MissionLimits } from '../../src/safety/missionLimits.js';
import type { OwnBehaviors } from '../../src/steering/mission.js';
import { FileError, inOrder } from '../../src/validation/errors.js';
import { quantity, vector } from '../../src/validation/quantity.js';
import { fieldOf, listOf, valueAt, withValue } from '../../src/validation/values.js';
import { firstComment } from './about.js';
import { changesSchema } from './changeSpec.js';
import { changeFaults } from './changes.js';
import { criterionFaults, criterionSchema, lateCriteria, unmeasured } from './criteria.js';
import { placeFault, placeRobots, placeSchema, type RobotEntry } from './crowd.js';
import { fixesSchema } from './fixesSpec.js';
import { plantSchema } from './plantSchema.js';
import { missionPlaces, namedRobots, targetFaults } from './references.js';
import type { CriterionSpec, NamedMission, Scenario } from './scenario.js';
import { blindMissions, blockedStarts, inapplicableFaults } from './scenarioChecks.js';
import { communicationSchema, faultsSchema, respawnSchema, worldSchema } from './scenarioSchema.js';
import { signalsSchema } from './signalsSpec.js';
import { type Setting, vary, withSettings } from './vary.js';

/** One for each of the keys 1 to 9. */
const MAX_MISSIONS = 9;

/** The schema of missions to choose from while a scenario runs: `missions: { seek: { seek: … } }`. */
const missionsSchema = (own: OwnBehaviors | undefined) =>
  z
    .record(z.string().min(1), missionSchema(own))
    .superRefine((missions, context) => {
      const { length } = Object.keys(missions);
      if (length > 0 && length <= MAX_MISSIONS) return;
      context.addIssue(
        `${length} missions are found; 1 to ${MAX_MISSIONS} are wanted, one for each key; remove some`,
      );
    })
    .transform((missions): NamedMission[] =>
      Object.entries(missions).map(([name, mission]) => ({ name, mission })),
    );

export interface ScenarioOptions extends MissionOptions {
  /** Overrides the file's seed. */
  readonly seed?: number | undefined;
  /** Replaces every robot that the file defines or names. */
  readonly robot?: RobotDefinition | undefined;
  /** Limits of every robot, instead of its own. */
  readonly limits?: MissionLimits | undefined;
  /** The mission of every robot, instead of its own: as a file writes it, with the points of its paths. */
  readonly mission?: unknown;
  /** Values in place of the file's, also of those that it draws. */
  readonly settings?: readonly Setting[] | undefined;
  /** Reads a robot that the scenario names. @throws FileError */
  readonly readRobot: (name: string) => RobotDefinition;
}

const seedSchema = z.int().min(0).max(0xffffffff);
const baseName = (file: string): string => file.replace(/^.*[/\\]/, '').replace(/\.ya?ml$/, '');

function robotEntry(robots: ReadonlyMap<string, RobotDefinition>, own: OwnBehaviors | undefined) {
  const named = z.string().transform((name) => robots.get(name) ?? z.NEVER);
  return z.strictObject({
    id: z.string().min(1),
    robot: z.union([named, robotSchema]),
    safety: safetySchema.exactOptional(),
    ...placeSchema,
    mission: missionSchema(own),
    ghost: z.boolean().exactOptional(),
  });
}

const ALL_GHOSTS_MESSAGE = "every robot is a ghost; at least one must not be a ghost; remove one 'ghost'";
const ARRIVED_TWICE_MESSAGE = "'arrived' is asked for twice; one entry says it all; remove the other";
const arrivesOnce = (criteria: readonly CriterionSpec[]): boolean =>
  criteria.filter(({ criterion }) => criterion === 'arrived').length <= 1;

/** The schema of a scenario whose named robots are already read. */
export function scenarioSchema(
  file: string,
  robots: ReadonlyMap<string, RobotDefinition>,
  own: OwnBehaviors | undefined,
) {
  return z
    .strictObject({
      name: z.string().min(1).default(baseName(file)),
      about: z.string().min(1).exactOptional(),
      source: z.string().min(1).exactOptional(),
      try: z.string().min(1).exactOptional(),
      spots: z.array(vector).min(1).max(9).exactOptional(),
      duration: quantity('s', { above: 0 }).default(60),
      seed: seedSchema.default(1),
      world: worldSchema.prefault({}),
      plant: plantSchema,
      faults: faultsSchema.exactOptional(),
      sensing: z.enum(['truth', 'odometry']).default('odometry'),
      fixes: fixesSchema.exactOptional(),
      signals: signalsSchema.exactOptional(),
      changes: changesSchema.exactOptional(),
      bodies: z.enum(['physics', 'kinematic']).default('physics'),
      communication: communicationSchema,
      robots: z.array(robotEntry(robots, own)).min(1).superRefine(refuseEntries),
      missions: missionsSchema(own).exactOptional(),
      criteria: z.array(criterionSchema).refine(arrivesOnce, { error: ARRIVED_TWICE_MESSAGE }).default([]),
      respawn: respawnSchema.exactOptional(),
      vary: z.unknown().optional(),
    })
    .superRefine(refuseRepeatedIds, { when: ({ value }) => typeof value === 'object' && value !== null });
}

function refuseEntries(entries: readonly Partial<RobotEntry>[], context: z.core.$RefinementCtx): void {
  if (entries.every(({ ghost }) => ghost)) context.addIssue(ALL_GHOSTS_MESSAGE);
  for (const [i, entry] of entries.entries()) {
    const fault = placeFault(entry);
    if (fault) context.addIssue({ code: 'custom', path: [i, fault[0]], message: fault[1] });
  }
}

/** Movers and robots are targets by id, so all their ids must differ. */
function refuseRepeatedIds(value: unknown, context: z.core.$RefinementCtx): void {
  const seen = new Set<unknown>();
  for (const list of [['world', 'movers'], ['robots']]) {
    for (const [i, item] of listOf(valueAt(value, list)).entries()) {
      const id = fieldOf(item, 'id');
      const found = `the id '${String(id)}' is used twice`;
      const message = `${found}; each mover and robot has its own; rename one of the two`;
      if (id !== undefined && seen.has(id)) {
        context.addIssue({ code: 'custom', path: [...list, i, 'id'], message });
      }
      seen.add(id);
    }
  }
}

type WrittenEntry = RobotEntry & Pick<RobotDefinition, 'safety'>;

/** The robot with the options of the scenario and the command line. */
function withOptions({ safety, ...entry }: WrittenEntry, { robot, limits }: ScenarioOptions): RobotEntry {
  const definition = robot ?? entry.robot;
  return {
    ...entry,
    robot: {
      ...definition,
      ...(safety && { safety }),
      ...(limits && { limits: { ...definition.limits, ...limits } }),
    },
  };
}

/**
 * Makes a scenario from the text of its file. It uses no file system: `readPath` and `readRobot` read what it names.
 *
 * @throws FileError with every problem of the file, and of the files it names
 */
export function parseScenario(text: string, file: string, options: ScenarioOptions): Scenario {
  const document = new SourceDocument(text, file);
  refuseOtherKind(document, 'scenario');
  return readScenario(document, firstComment(text), options);
}

type Changed = ReturnType<typeof vary>;

/** The mission first: values of it can be set, too. */
function withChanges(
  document: PlacedValue,
  varied: Changed,
  { mission, settings = [], robot }: ScenarioOptions,
): Changed {
  const robots = listOf(fieldOf(varied.value, 'robots'));
  const value =
    mission === undefined
      ? varied.value
      : robots.reduce((root, _, i) => withValue(root, ['robots', i, 'mission'], mission), varied.value);
  const set = withSettings(document, value, settings);
  const replaced = settings.filter(({ key }) => robot !== undefined && OF_ROBOT.test(key));
  const lost = replaced.map(({ key }) =>
    document.faultOfAll(`'${key}' cannot be set: another robot takes its place; leave --robot out`),
  );
  return { value: set.value, faults: [...varied.faults, ...set.faults, ...lost] };
}

/** A setting of which robot it is, or of a value of its definition. */
const OF_ROBOT = /^robots\.[^.]+\.robot(\.|$)/;

/** The same from a value of a file or a program. @param remark the default of its key `about` */
export function readScenario(document: PlacedValue, remark: string, options: ScenarioOptions): Scenario {
  const seed = seedSchema.safeParse(options.seed ?? fieldOf(document.value, 'seed')).data ?? 1;
  const varied = withChanges(document, vary(document, seed), options);
  const paths = withPaths(document, varied.value, missionPlaces(varied.value), options.readPath);
  const named = namedRobots(document, varied.value, options.readRobot);
  const schema = scenarioSchema(document.file, named.robots, options.behaviors);
  const { value, faults } = document.check(schema, paths.value);
  const targets = targetFaults(document, varied.value);
  const criteria = criterionFaults(document, varied.value);
  const all = [varied.faults, paths.faults, named.faults, faults, targets, criteria].flat();
  if (!value || all.length > 0) throw new FileError(inOrder(all));
  const { vary: _, robots: written, about = remark, ...scenario } = value;
  const { behaviors } = options;
  const entries = written.map((entry) => withOptions(entry, options));
  const { robots, crammed } = placeRobots(entries, { ...scenario, seed });
  const read: Scenario = { ...scenario, about, robots, seed, ...(behaviors && { behaviors }) };
  const blocked = blockedStarts(entries, read).map(({ index, message }) =>
    document.fault(['robots', index, 'at'], message),
  );
  const outside = crammed.map(({ index, message }) => document.fault(['robots', index, 'inside'], message));
  const blind = blindMissions(entries, scenario).map(({ path, at = [], message }) =>
    document.fault([...path, ...asWrittenIn(valueAt(document.value, path), at)], message),
  );
  const late = [...lateCriteria(document, read), ...unmeasured(document, read)];
  const impossible = [
    ...changeFaults(document, read),
    ...blocked,
    ...outside,
    ...blind,
    ...late,
    ...inapplicableFaults(document, read),
  ];
  if (impossible.length > 0) throw new FileError(inOrder(impossible));
  return read;
}
