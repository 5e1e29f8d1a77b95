/**
 * What another future of a run has differently, from an instant on: robots, missions, the plant, and what stands in the world.
 * Keys are those of a scenario's file; what is at them is written as there, or in SI.
 */
import { ProgramValue } from '../../src/config/placedValue.js';
import {
  parseTunedMission,
  parseTunedRobot,
  serializeSetup,
} from '../../src/config/tuning/serializeConfig.js';
import type { Seconds } from '../../src/math/units.js';
import type { ChangedSetting } from '../../src/recording/simulated.js';
import type { MissionSpec } from '../../src/signals/missionTree.js';
import type { Setup } from '../../src/signals/signals.js';
import type { ChildSpec } from '../../src/steering/mission.js';
import { didYouMean, faultLine, UsageError } from '../../src/validation/errors.js';
import { fieldOf, isRecord, type KeyPath, valueAt, withValue } from '../../src/validation/values.js';
import type { FaultSpec } from '../scenario/faultSpec.js';
import { plantSchema } from '../scenario/plantSchema.js';
import type { PlantSpec } from '../scenario/plantSpec.js';
import type { Scenario, WorldSpec } from '../scenario/scenario.js';
import { faultsSchema, worldSchema } from '../scenario/scenarioSchema.js';
import { pathOf } from '../scenario/vary.js';
import type { OpenScene } from './openScene.js';

/** The parts of a run that can be changed while it runs, as they are now. */
interface Changeable {
  readonly robots: readonly ({ readonly id: string } & Setup)[];
  readonly plant: PlantSpec;
  readonly world: WorldSpec;
}

/** What the settings change; the other parts stay as they are. */
interface ChangedParts {
  readonly setups: ReadonlyMap<string, Setup>;
  readonly plant?: PlantSpec;
  readonly world?: WorldSpec;
}

/** Faults are drawn before a run begins, so that those of another future are in its scenario from the start. */
export const isFaultSetting = ({ key }: ChangedSetting): boolean => /^faults(\.|$)/.test(key);

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

/** What the last tick before the branch senses is not struck yet. */
const JUST_AFTER: Seconds = 1e-6;

const begunAt = (fault: unknown, at: Seconds): unknown =>
  fieldOf(fault, 'at') === undefined && fieldOf(fault, 'every') === undefined
    ? { ...(fault as object), at: at + JUST_AFTER }
    : fault;

/** Changes a run between two ticks. @throws UsageError for a setting that is refused; the run is as before then */
export function change(open: OpenScene, settings: readonly ChangedSetting[]): void {
  const { run, setups, scene } = open;
  const robots = run.robots.map(({ id }) => ({ id, ...setups.now(id) }));
  const now = { robots, plant: run.plant, world: run.world.spec };
  const parts = changedParts(
    now,
    settings.filter((setting) => !isFaultSetting(setting)),
    scene.scenario,
  );
  if (parts.world) {
    const why = run.world.rearrange(parts.world);
    if (why !== undefined) throw new UsageError(`world: ${why}`);
  }
  if (parts.plant) run.plant = parts.plant;
  for (const { id, loop } of run.robots) {
    const setup = parts.setups.get(id);
    if (!setup) continue;
    // What behaviors remember is kept where the same ones go on.
    const kind = isSameTree(loop.setup.mission, setup.mission) ? 'tune' : 'setup';
    const begun = kind === 'setup' && setups.give(id, setup.mission);
    loop.say({ kind, setup: setups.tune(id, { ...setup, ...begun, robot: setup.robot }) });
  }
}

function changedParts(
  now: Changeable,
  settings: readonly ChangedSetting[],
  { behaviors = {} }: Scenario,
): ChangedParts {
  const before = {
    robots: now.robots.map(({ id, ...setup }) => ({ id, ...serializeSetup(setup) })),
    plant: now.plant,
    world: asWritten(now.world),
  };
  const after = settings.reduce<unknown>(withSetting, before);
  const setups = new Map<string, Setup>();
  for (const [i, { id, robot, mission }] of now.robots.entries()) {
    const [was, is] = [before.robots[i], valueAt(after, ['robots', i])];
    if (was === is) continue;
    const body = refused(`robots.${id}.robot`, parseTunedRobot(fieldOf(is, 'robot'), robot));
    const does = refused<MissionSpec>(
      `robots.${id}.mission`,
      parseTunedMission(fieldOf(is, 'mission'), behaviors),
    );
    const isSame = (key: 'robot' | 'mission') => fieldOf(is, key) === fieldOf(was, key);
    setups.set(id, { robot: isSame('robot') ? robot : body, mission: isSame('mission') ? mission : does });
  }
  const [plant, world] = [fieldOf(after, 'plant'), fieldOf(after, 'world')];
  return {
    setups,
    ...(plant !== before.plant && { plant: checked<PlantSpec>('plant', plantSchema, plant) }),
    ...(world !== before.world && { world: checked<WorldSpec>('world', worldSchema, world) }),
  };
}

/** Points as a file has them. */
function asWritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asWritten);
  if (!isRecord(value)) return value;
  const { x, y, ...rest } = value;
  if (x !== undefined && y !== undefined && Object.keys(rest).length === 0) return [x, y];
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asWritten(item)]));
}

const ROOTS = ['robots', 'plant', 'world', 'faults'];
const ROOTS_WANTED =
  'a branch changes robots.ID.mission…, robots.ID.robot…, plant…, world… and faults.new; all else is fixed as it began';

const GYROS_STAY =
  "a gyroscope's own error lasts for the whole run; faults.new={fault: gyroOff, by: 10 deg/s} adds another";

/** @throws UsageError */
function withSetting(root: unknown, { key, value }: ChangedSetting): unknown {
  const [first = ''] = key.split('.');
  if (!ROOTS.includes(first)) throw new UsageError(`'${key}' cannot be changed in a run; ${ROOTS_WANTED}`);
  const { keys, wrong } = pathOf(key, root);
  const isWhole = first === 'robots' && (keys.length < 3 || !['mission', 'robot'].includes(String(keys[2])));
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

const childrenOf = (spec: MissionSpec): readonly ChildSpec[] =>
  'children' in spec ? (spec.children as readonly ChildSpec[]) : [];

/** `plant.delay = 0.2 s` */
export const settingWords = ({ key, value }: ChangedSetting): string =>
  `${key} = ${typeof value === 'string' ? value : JSON.stringify(value)}`;
