/** A target as people say it. */
import type { TargetSpec } from '../../../src/steering/mission.js';

export function wordsFor(target: TargetSpec): string {
  if ('mover' in target) return target.mover;
  if ('robot' in target) return target.robot;
  const [x, y] = 'pointer' in target ? target.pointer : target;
  return `[${x}, ${y}]`;
}
