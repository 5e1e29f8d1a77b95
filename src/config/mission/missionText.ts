/** The text of a mission file for a mission that drives. */
import { Document } from 'yaml';
import type { LeafSpec, MissionSpec } from '../../signals/missionTree.js';
import { isRecord } from '../../validation/values.js';
import { serializeMission } from '../tuning/serializeConfig.js';

/** Of a number that was given in another unit: `30 deg` is 0.523598775598 rad. */
const DIGITS = 12;

/**
 * In SI units, and with every parameter; a behavior's are on one line.
 *
 * @example
 * ```ts
 * missionText({ behavior: 'arrive', parameters: { target: { x: 1.5, y: 0 }, within: 0.01 } });
 * // arrive: {target: [1.5, 0], within: 0.01}
 * ```
 */
export function missionText(mission: MissionSpec): string {
  const document = new Document();
  const inOneLine = ({ parameters }: LeafSpec): LeafSpec['parameters'] =>
    document.createNode(short(parameters), { flow: true }) as never;
  document.contents = document.createNode(serializeMission(withParameters(mission, inOneLine)), {
    aliasDuplicateObjects: false,
  });
  return document.toString({ lineWidth: 100, flowCollectionPadding: false });
}

/** The mission with other parameters of its leaves. */
function withParameters(mission: MissionSpec, of: (leaf: LeafSpec) => LeafSpec['parameters']): MissionSpec {
  if (!('children' in mission)) return { ...mission, parameters: of(mission) };
  const children = mission.children.map((child) => ({
    ...child,
    mission: withParameters(child.mission, of),
  }));
  return { ...mission, children };
}

/** As one writes it: a point is a pair. */
function short(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(DIGITS));
  if (Array.isArray(value)) return value.map(short);
  if (!isRecord(value)) return value;
  const { x, y, ...others } = value;
  if (typeof x === 'number' && typeof y === 'number' && Object.keys(others).length === 0)
    return [short(x), short(y)];
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, short(inner)]));
}
