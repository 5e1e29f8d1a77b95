/**
 * What can be changed while a run goes on: robots, missions, the plant, and what stands in the world. A scenario's own `changes` and
 * the branches of a recording change it alike. Keys are those of a scenario's file; what is at them is written as there, or in SI.
 */
import { type PlacedValue, ProgramValue } from '../../src/config/placedValue.js';
import {
  parseTunedMission,
  parseTunedRobot,
  serializeSetup,
} from '../../src/config/tuning/serializeConfig.js';
import type { Pose } from '../../src/math/geometry.js';
import type { Seconds } from '../../src/math/units.js';
import type { ChangedSetting } from '../../src/recording/simulated.js';
import type { MissionSpec } from '../../src/signals/missionTree.js';
import type { Setup } from '../../src/signals/signals.js';
import type { ChildSpec, OwnBehaviors } from '../../src/steering/mission.js';
import { didYouMean, type FileFault, faultLine, messageOf, UsageError } from '../../src/validation/errors.js';
import { fieldOf, isRecord, type KeyPath, valueAt, withValue } from '../../src/validation/values.js';
import type { ChangeSpec } from './changeSpec.js';
import type { FaultSpec } from './faultSpec.js';
import { plantSchema } from './plantSchema.js';
import type { PlantSpec } from './plantSpec.js';
import type { Scenario, WorldSpec } from './scenario.js';
import { faultsSchema, poseSchema, worldSchema } from './scenarioSchema.js';
import { pathOf } from './vary.js';

/** The parts of a run that can be changed while it runs, as they are now. */
export interface Changeable {
  readonly robots: readonly ({ readonly id: string; readonly at: Pose } & Setup)[];
  readonly plant: PlantSpec;
  readonly world: WorldSpec;
}

/** What settings change of a robot. */
export interface ChangedRobot {
  readonly at?: Pose;
  readonly setup?: Setup;
  /** tune: its behaviors keep what they remember. setup: they begin anew, as those of a mission that is given whole do. */
  readonly kind: 'tune' | 'setup';
}

/** What settings change; the other parts stay as they are. */
export interface ChangedParts {
  /** By id. */
  readonly robots: ReadonlyMap<string, ChangedRobot>;
  readonly plant?: PlantSpec;
  readonly world?: WorldSpec;
}

/** Faults are drawn before a run begins, so that those of another future are in its scenario from the start. */
export const isFaultSetting = ({ key }: ChangedSetting): boolean => /^faults(\.|$)/.test(key);

/** The code of own behaviors is given by a program or the command line, never by a file. */
export const isCodeSetting = ({ key }: ChangedSetting): boolean => key === 'behaviors';

/**
 * The scenario of another future: the recorded one with the faults that strike in it. Before the branch it runs as the recorded
 * one did.
 *
 * @param at the branch, where faults without a time of their own begin
 * @throws UsageError for a setting that is refused
 */
export function withFaults(scenario: Scenario, settings: readonly ChangedSetting[], at: Seconds): Scenario {
  const chosen = settings.filter(isFaultSetting);
  if (chosen.length === 0) return scenario;
  const before = scenario.faults ?? [];
  const root = chosen.reduce<unknown>(withSetting, { faults: before });
  const written = (fieldOf(root, 'faults') as readonly unknown[]).map((fault) => begunAt(fault, at));
  const faults = checked<readonly FaultSpec[]>('faults', faultsSchema, written);
  const drawn = faults.find((fault) => fault.every !== undefined && !before.includes(fault));
  if (drawn && !before.some((fault) => JSON.stringify(fault) === JSON.stringify(drawn)))
    throw new UsageError(
      `faults: ${drawn.fault} with 'every' is drawn from the run's beginning on; give it 'at', or leave both out`,
    );
  const [early] = faults.filter((fault) => !before.includes(fault) && (fault.at ?? at) < at - 1e-9);
  if (early && !before.some((fault) => JSON.stringify(fault) === JSON.stringify(early)))
    throw new UsageError(
      `faults: ${early.fault} at ${early.at} s is before the branch at ${at} s; leave its time out, or give a later one`,
    );
  return { ...scenario, faults };
}

/** After the tick of an instant: that is not struck yet, and hears nothing. */
export const JUST_AFTER: Seconds = 1e-6;

const begunAt = (fault: unknown, at: Seconds): unknown =>
  fieldOf(fault, 'at') === undefined && fieldOf(fault, 'every') === undefined
    ? { ...(fault as object), at: at + JUST_AFTER }
    : fault;

/** @throws UsageError for a setting that is refused */
export function changedParts(
  now: Changeable,
  settings: readonly ChangedSetting[],
  { behaviors = {} }: Pick<Scenario, 'behaviors'>,
): ChangedParts {
  const fault = settings.find(isFaultSetting);
  if (fault) throw new UsageError(`'${fault.key}' is no change: faults have times of their own, in 'faults'`);
  const before = {
    robots: now.robots.map(({ id, at, ...setup }) => ({ id, at, ...serializeSetup(setup) })),
    plant: now.plant,
    world: inFileForm(now.world),
  };
  const after = settings.filter((setting) => !isCodeSetting(setting)).reduce<unknown>(withSetting, before);
  const hasOtherCode = settings.some(isCodeSetting);
  const robots = new Map<string, ChangedRobot>();
  for (const [i, { id, robot, mission }] of now.robots.entries()) {
    const [was, is] = [before.robots[i], valueAt(after, ['robots', i])];
    const isOtherCode = hasOtherCode && callsAny(mission, behaviors);
    if (was === is && !isOtherCode) continue;
    const isOther = (key: string) => fieldOf(is, key) !== fieldOf(was, key);
    const read = <T>(key: string, parse: (written: unknown) => T | string): T =>
      refused(`robots.${id}.${key}`, parse(fieldOf(is, key)));
    const body = isOther('robot') ? read('robot', (written) => parseTunedRobot(written, robot)) : robot;
    const does = isOther('mission')
      ? read<MissionSpec>('mission', (written) => parseTunedMission(written, behaviors))
      : mission;
    const isWhole = settings.some(({ key }) => pathOf(key, before).keys.join() === `robots,${i},mission`);
    robots.set(id, {
      ...(isOther('at') && { at: checked<Pose>(`robots.${id}.at`, poseSchema, fieldOf(is, 'at')) }),
      ...((isOther('robot') || isOther('mission') || isOtherCode) && {
        setup: { robot: body, mission: does },
      }),
      kind: !isWhole && !isOtherCode && isSameTree(mission, does) ? 'tune' : 'setup',
    });
  }
  const [plant, world] = [fieldOf(after, 'plant'), fieldOf(after, 'world')];
  return {
    robots,
    ...(plant !== before.plant && { plant: checked<PlantSpec>('plant', plantSchema, plant) }),
    ...(world !== before.world && { world: checked<WorldSpec>('world', worldSchema, world) }),
  };
}

/** What is wrong with a scenario's own changes, each made after those before it. */
export function changeFaults(document: PlacedValue, scenario: Scenario): FileFault[] {
  let now: Changeable = scenario;
  return (scenario.changes ?? []).flatMap((change, i) => {
    try {
      if (changedSettings(change).some(isCodeSetting)) throw new UsageError(CODE_IN_FILE);
      const { robots, plant, world } = changedParts(now, changedSettings(change), scenario);
      now = {
        robots: now.robots.map((robot) => ({ ...robot, ...robots.get(robot.id)?.setup })),
        plant: plant ?? now.plant,
        world: world ?? now.world,
      };
      return [];
    } catch (error) {
      return [document.fault(['changes', change.entry ?? i, 'set'], messageOf(error))];
    }
  });
}

const CODE_IN_FILE = "'behaviors' cannot be set in a file: code is named by --behaviors alone";

export const changedSettings = ({ set }: ChangeSpec): readonly ChangedSetting[] =>
  Object.entries(set).map(([key, value]) => ({ key, value }));

/** Points as a file has them. */
export function inFileForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inFileForm);
  if (!isRecord(value)) return value;
  const { x, y, ...rest } = value;
  if (x !== undefined && y !== undefined && Object.keys(rest).length === 0) return [x, y];
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inFileForm(item)]));
}

const ROOTS = ['robots', 'plant', 'world', 'faults'];
/** What is of a robot. */
const OF_ROBOT = ['mission', 'robot', 'at'];
const ROOTS_WANTED =
  'robots.ID.mission…, robots.ID.robot…, robots.ID.at, plant… and world… can be changed, and of a branch faults.new; all else is fixed as it began';

const GYROS_STAY =
  "a gyroscope's own error lasts for the whole run; faults.new={fault: gyroOff, by: 10 deg/s} adds another";

/** @throws UsageError */
function withSetting(root: unknown, { key, value }: ChangedSetting): unknown {
  const [first = ''] = key.split('.');
  if (!ROOTS.includes(first)) throw new UsageError(`'${key}' cannot be changed in a run; ${ROOTS_WANTED}`);
  const { keys, wrong } = pathOf(key, root);
  const isWhole = first === 'robots' && (keys.length < 3 || !OF_ROBOT.includes(String(keys[2])));
  const isGyro = first === 'plant' && String(keys[1]).startsWith('gyro');
  const why = wrong ?? (isWhole ? ROOTS_WANTED : isGyro ? GYROS_STAY : missingIn(root, keys));
  if (why !== undefined) throw new UsageError(`'${key}' cannot be changed: ${why}`);
  return withValue(root, keys, value);
}

/** Why a key leads nowhere: all but its last word must be there. */
function missingIn(root: unknown, keys: KeyPath): string | undefined {
  for (let length = 1; length < keys.length; length++) {
    const holder = valueAt(root, keys.slice(0, length));
    const word = String(keys[length]);
    if (length === keys.length - 1 || fieldOf(holder, keys[length] as PropertyKey) !== undefined) continue;
    const known = isRecord(holder) ? Object.keys(holder) : [];
    return `'${keys.slice(0, length).join('.')}' has no '${word}'; it has ${known.join(', ')}; ${didYouMean(word, known)}`;
  }
  return undefined;
}

function checked<T>(name: string, schema: Parameters<ProgramValue['check']>[0], value: unknown): T {
  const { value: read, faults } = new ProgramValue(value, name).check(schema);
  if (faults.length > 0) throw new UsageError(faults.map(faultLine).join('\n'));
  return read as T;
}

function refused<T>(name: string, read: T | string): T {
  if (typeof read === 'string') throw new UsageError(`${name}: ${read}`);
  return read;
}

/** Whether two missions are made of the same behaviors in the same order. */
function isSameTree(a: MissionSpec, b: MissionSpec): boolean {
  if (a.behavior !== b.behavior) return false;
  const [before, after] = [childrenOf(a), childrenOf(b)];
  return (
    before.length === after.length &&
    before.every(({ mission }, i) => isSameTree(mission, (after[i] as ChildSpec).mission))
  );
}

/** Whether a mission calls a behavior of the user's own. */
const callsAny = (spec: MissionSpec, own: OwnBehaviors): boolean =>
  Object.hasOwn(own, spec.behavior) || childrenOf(spec).some(({ mission }) => callsAny(mission, own));

const childrenOf = (spec: MissionSpec): readonly ChildSpec[] =>
  'children' in spec ? (spec.children as readonly ChildSpec[]) : [];

/** `plant.delay = 0.2 s` */
export const settingWords = ({ key, value }: ChangedSetting): string =>
  `${key} = ${typeof value === 'string' ? value : JSON.stringify(value)}`;
