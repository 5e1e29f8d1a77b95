/** Where the nodes of a mission stand in its file. */
import type { CombinatorSpec, MissionSpec, NodeSpec } from '../../signals/missionTree.js';
import { isRecord, valueAt } from '../../validation/values.js';

/** Keys and indices, from a mission down. */
export type KeyPlace = readonly (string | number)[];

/** Where a child stands below its parent, as `writtenNode` writes it. */
export function childPlace(spec: CombinatorSpec | NodeSpec, i: number): KeyPlace {
  const { behavior } = spec;
  if (behavior === 'guarded') return [];
  if (behavior === 'parallel') return i === 0 ? [behavior, 'do'] : [behavior, 'watch', i - 1];
  if (behavior === 'call') return ['do', i];
  const hasKeys = 'parameters' in spec && Object.keys(spec.parameters).length > 0;
  return hasKeys ? [behavior, 'do', i] : [behavior, i];
}

/** Where a node stands below a mission. @param indices of children, from the mission down */
export function nodePlace(mission: MissionSpec, indices: readonly number[]): KeyPlace {
  const [i, ...below] = indices;
  if (i === undefined || !('children' in mission)) return 'children' in mission ? [] : [mission.behavior];
  const child = mission.children[i]?.mission;
  return [...childPlace(mission, i), ...(child ? nodePlace(child, below) : [])];
}

/**
 * The same place as the file writes it: the nodes of a `repeat` may be a list, or stand under `do`, alone or in a list; and a
 * leaf may be short, as `wait: 2 s` is.
 */
export function asWrittenIn(mission: unknown, path: KeyPlace): KeyPlace {
  let here = mission;
  const written: (string | number)[] = [];
  for (const key of path) {
    if (typeof key === 'number' && isRecord(here) && 'do' in here) {
      written.push('do');
      here = here.do;
    }
    // One node stands for a list of one; a list of nodes needs no `do`; and a short form has no keys.
    const fits = typeof key === 'number' ? Array.isArray(here) : isRecord(here);
    if (here !== undefined && !fits) continue;
    written.push(key);
    here = valueAt(here, [key]);
  }
  return written;
}
