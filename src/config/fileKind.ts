/** Tells robots, scenarios, missions and paths apart by what only one of them has, so that the wrong file is called by its name. */
import { FileError } from '../validation/errors.js';
import { isRecord } from '../validation/values.js';
import type { PlacedValue } from './placedValue.js';

export type Kind = 'robot' | 'scenario' | 'mission' | 'path';

const ROBOT_KEYS = ['chassis', 'wheels', 'motors', 'encoders', 'limits', 'board', 'firmware'];
const SCENARIO_KEYS =
  'robots world plant faults criteria sensing bodies communication duration respawn vary'.split(' ');
const MISSION_KEYS = ['sequence', 'prioritize', 'blend', 'parallel', 'repeat', 'define'];
const PATH_KEYS = ['poses', 'waypoints', 'points', 'trajectory', 'samples'];

/** Of each kind: what it has, and what takes a file of it. */
const KINDS: Readonly<Record<Kind, { readonly has: string; readonly taker: (file: string) => string }>> = {
  robot: { has: 'which has a chassis', taker: (file) => `sim square --robot ${file}` },
  scenario: { has: 'which has robots', taker: (file) => `sim ${file}` },
  mission: {
    has: "which is one behavior, such as 'arrive: { target: [1, 0] }'",
    taker: (file) => `drive scout --port simulated --mission ${file}`,
  },
  path: {
    has: 'which is a list of points, or a table x_m,y_m',
    taker: (file) => `drive scout --port simulated --path ${file}`,
  },
};

/** By the keys of a file's value; undefined for what may be any. A map of one other key is a mission. */
export function kindOf(value: unknown): Kind | undefined {
  if (Array.isArray(value) || (typeof value === 'string' && /[,;\t]/.test(value))) return 'path';
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  const hasAny = (own: readonly string[]): boolean => keys.some((key) => own.includes(key));
  if (hasAny(SCENARIO_KEYS)) return 'scenario';
  if (hasAny(ROBOT_KEYS)) return 'robot';
  if (hasAny(PATH_KEYS)) return 'path';
  const isSole = keys.length === 1 && !['name', 'about', 'mission'].includes(keys[0] ?? '');
  return isSole || hasAny(MISSION_KEYS) ? 'mission' : undefined;
}

/** What a file of another kind than is wanted is told; undefined where it may be of that kind. */
export function otherKind(value: unknown, file: string, wanted: Kind): string | undefined {
  const kind = kindOf(value);
  if (kind === undefined || kind === wanted) return undefined;
  const { taker } = KINDS[kind];
  return `this is a ${kind}; a ${wanted} is wanted, ${KINDS[wanted].has}; \`npx steerbot ${taker(file)}\` takes this file`;
}

/** @throws FileError for a file of another kind, in place of a fault for each key that the wanted one lacks or has not */
export function refuseOtherKind(document: PlacedValue, wanted: Kind): void {
  const message = otherKind(document.value, document.file, wanted);
  if (message !== undefined) throw new FileError([document.fault([], message)]);
}
