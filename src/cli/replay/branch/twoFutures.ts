/** Where two futures of one run part, and how far. */
import { distance } from '../../../math/geometry.js';
import type { Meters, Seconds } from '../../../math/units.js';
import { firstDifference } from '../../../validation/difference.js';
import type { Future, FutureTick } from './future.js';

export interface Parting {
  readonly robot: string;
  readonly at: Seconds;
  /** `force.x` */
  readonly path: string;
  readonly recorded: unknown;
  readonly branch: unknown;
}

export interface Farthest {
  readonly robot: string;
  readonly at: Seconds;
  readonly distance: Meters;
}

/** The first tick of any robot that is not the same; null if none differs. */
export function partingOf(recorded: Future, branch: Future): Parting | null {
  let first: Parting | null = null;
  for (const [robot, [was, is]] of pairsOf(recorded, branch)) {
    const count = Math.min(was.length, is.length);
    for (let i = 0; i < count; i++) {
      const [before, after] = [was[i] as FutureTick, is[i] as FutureTick];
      if (first && before.at >= first.at) break;
      const difference = firstDifference(before, after);
      if (!difference) continue;
      const { path, recorded: from, made } = difference;
      first = { robot, at: before.at, path, recorded: from, branch: made };
      break;
    }
  }
  return first;
}

/** When the true bodies were farthest apart, while both futures ran. */
export function farthestOf(recorded: Future, branch: Future): Farthest | null {
  let farthest: Farthest | null = null;
  for (const [robot, [was, is]] of pairsOf(recorded, branch))
    for (let i = 0; i < Math.min(was.length, is.length); i++) {
      const [before, after] = [was[i] as FutureTick, is[i] as FutureTick];
      const apart = distance(before.pose, after.pose);
      if (apart > (farthest?.distance ?? 0)) farthest = { robot, at: before.at, distance: apart };
    }
  return farthest;
}

function pairsOf(
  recorded: Future,
  branch: Future,
): readonly (readonly [string, readonly [readonly FutureTick[], readonly FutureTick[]]])[] {
  return [...recorded.ticks].map(([robot, was]) => [robot, [was, branch.ticks.get(robot) ?? []]] as const);
}
