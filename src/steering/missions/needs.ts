/** The sensors that a mission goes by: those of its behaviors, and those that its conditions ask. */
import type { Mount } from '../../robot/mount.js';
import type { Ranger } from '../../robot/ranger.js';
import { isJoining, type MissionSpec } from '../../signals/missionTree.js';
import { didYouMean, oneOf } from '../../validation/errors.js';
import { isRecord } from '../../validation/values.js';
import type { Behavior } from '../behavior.js';
import { CATALOG } from '../catalog.js';
import { type Condition, conditionsIn } from './condition.js';
import { CONDITIONS, isBumper } from './conditions.js';

/** What a robot can sense. */
export interface RobotSenses {
  readonly mounts: Readonly<Record<string, Mount>>;
  readonly rangers: Readonly<Record<string, Ranger>>;
  /** Its battery's voltage is measured. */
  readonly battery: boolean;
}

/** Parameters of nodes and leaves that hold a condition. */
const CONDITION_KEYS = ['while', 'unless', 'until', 'that'] as const;

/** Every condition of a node or a leaf, those below `not`, `all` and `any` among them, with the key that it stands under. */
export function* conditionsOf(
  parameters: Readonly<Record<string, unknown>>,
): Generator<readonly [name: string, value: unknown, key: string]> {
  for (const key of CONDITION_KEYS) {
    const condition = parameters[key];
    if (isRecord(condition))
      for (const [name, value] of conditionsIn(condition as Condition)) yield [name, value, key];
  }
}

/** Whether a behavior goes by a sensor of brightness or of beacons. One that is not of Steerbot's may go by any. */
export function leansOn({ name = '', input, parts = [] }: Behavior, sensor: string, mount: Mount): boolean {
  const asked = [...conditionsOf((input ?? {}) as Readonly<Record<string, unknown>>)].some(
    ([kind, value]) => {
      const { senses, sensor: named } = CONDITIONS[kind] ?? {};
      return senses?.(value) === mount.senses || named?.(value) === sensor;
    },
  );
  if (asked) return true;
  const entry = Object.hasOwn(CATALOG, name) ? CATALOG[name] : undefined;
  if (entry) return entry.needs?.senses === mount.senses;
  return !isJoining(name) || parts.some(({ behavior }) => leansOn(behavior, sensor, mount));
}

/** A sensor that a mission needs and the robot lacks, and the node that needs it: its place among the nodes. */
export interface Missing {
  readonly words: string;
  /** Indices of children, from the mission down. */
  readonly at: readonly number[];
  /** The key of the condition; undefined of a behavior. */
  readonly key?: string;
}

/** `'followLine' needs 2 reflectance sensors, and …`, of the first node that lacks one. */
export function missingSensor(
  spec: MissionSpec,
  senses: RobotSenses,
  at: readonly number[] = [],
): Missing | undefined {
  const parameters = 'parameters' in spec ? spec.parameters : {};
  for (const [name, value, key] of conditionsOf(parameters)) {
    const words = missingFor(name, value, senses);
    if (words !== undefined) return { words, at, key };
  }
  if ('children' in spec)
    return spec.children
      .map(({ mission }, i) => missingSensor(mission, senses, [...at, i]))
      .find((missing) => missing !== undefined);
  const needs = Object.hasOwn(CATALOG, spec.behavior) ? CATALOG[spec.behavior]?.needs : undefined;
  const words = needs && tooFew(spec.behavior, needs.senses, needs.least, senses);
  return words === undefined ? undefined : { words, at };
}

function tooFew(
  who: string,
  senses: Mount['senses'],
  least: number,
  { mounts }: RobotSenses,
): string | undefined {
  const found = Object.values(mounts).filter((mount) => mount.senses === senses).length;
  if (found >= least) return undefined;
  return `'${who}' needs ${least} ${senses} sensor${least > 1 ? 's' : ''}, and there ${found === 1 ? 'is' : 'are'} ${found}`;
}

function missingFor(name: string, value: unknown, senses: RobotSenses): string | undefined {
  if (name === 'battery')
    return senses.battery ? undefined : `'battery' needs a battery that is measured, and there is none`;
  const kind = CONDITIONS[name];
  const seen = kind?.senses?.(value);
  if (seen)
    return tooFew(
      `seen: ${seen === 'reflectance' ? 'line' : seen}`,
      seen,
      seen === 'reflectance' ? 2 : 1,
      senses,
    );
  const bumpers = Object.keys(senses.rangers).filter((id) => isBumper(senses.rangers[id]));
  if (name === 'bumped' && bumpers.length === 0) return `'bumped' needs a bumper, and there is none`;
  const named = kind?.sensor?.(value);
  const known = name === 'bumped' ? bumpers : [...Object.keys(senses.rangers), ...Object.keys(senses.mounts)];
  if (named === undefined || known.includes(named)) return undefined;
  const what = name === 'bumped' ? 'bumper' : 'sensor';
  const there =
    known.length > 0 ? `there ${known.length === 1 ? 'is' : 'are'} ${oneOf(known)}` : 'there is none';
  return `'${name}' needs the ${what} '${named}', and ${there}; ${didYouMean(named, known)}`.replace(
    /; $/,
    '',
  );
}
