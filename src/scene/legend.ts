/** The legend of a scene: which behaviors may contribute, and what its signs mean. */
import { leavesOf, STILL_LEAVES } from '../signals/missionTree.js';
import type { SceneView } from '../signals/view.js';
import type { ArrowKind } from './arrowScale.js';
import { OUTCOMES } from './arrows.js';
import { isRepeatedColor } from './behaviorColors.js';
import { distinct } from './goals.js';
import type { InkName } from './inks.js';

/** Behaviors that consist of others, which contribute instead. */
const BEHAVIOR_PARTS: Readonly<Record<string, readonly string[]>> = {
  flock: ['separate', 'align', 'cohere'],
};

/** The behaviors that may contribute in the scene's present missions, in their order, without those of ghosts. */
export function sceneBehaviors({ robots }: SceneView): readonly string[] {
  const real = robots.filter(({ ghost }) => !ghost);
  const leaves = real
    .flatMap(({ mission }) => leavesOf(mission))
    .filter(({ behavior }) => !STILL_LEAVES.includes(behavior));
  return distinct(leaves.flatMap(({ behavior }) => BEHAVIOR_PARTS[behavior] ?? [behavior]));
}

export interface LegendRow {
  readonly words: string;
  /** What it paints, or the number of a behavior's color. */
  readonly color: InkName | number;
  readonly sign: 'arrow' | 'ring' | 'disc' | 'line';
  /** The line's width [pixels]. */
  readonly width: number;
  readonly dashed?: boolean;
}

const outcomeRow = (kind: ArrowKind): LegendRow => {
  const { words, width, dashes } = OUTCOMES[kind];
  return { words, color: kind, sign: 'arrow', width, dashed: dashes !== undefined };
};

/** The legend's rows: they stay the same as long as the missions do, whatever the robots do. */
export function legendRows(scene: SceneView, slotOf: (behavior: string) => number): readonly LegendRow[] {
  const contributions = sceneBehaviors(scene).map((name): LegendRow => {
    const slot = slotOf(name);
    return { words: name, color: slot, sign: 'arrow', width: 2, dashed: isRepeatedColor(slot) };
  });
  const ghosts = scene.robots.some(({ ghost }) => ghost);
  const sees = scene.robots.some(({ ghost, sensors }) => !ghost && sensors.length > 0);
  const tracks = scene.things.some((thing) => thing.kind === 'mover' && thing.track);
  return [
    ...contributions,
    ...(contributions.length > 1 ? [outcomeRow('sum')] : []),
    outcomeRow('clamped'),
    outcomeRow('desired'),
    outcomeRow('velocity'),
    { words: 'way driven, a dot each half second', color: 'trail', sign: 'line', width: 2 },
    { words: 'where it thinks it is', color: 'estimate', sign: 'ring', width: 2, dashed: true },
    ...(sees ? [{ words: 'echoes that it remembers', color: 'hit', sign: 'disc', width: 1 } as const] : []),
    ...(ghosts ? [{ words: 'ghost, to compare', color: 'ghost', sign: 'disc', width: 1 } as const] : []),
    ...(tracks
      ? [{ words: 'way of a mover', color: 'mover', sign: 'line', width: 1, dashed: true } as const]
      : []),
    ...(scene.putBack
      ? [{ words: 'robots are put back here', color: 'path', sign: 'line', width: 1, dashed: true } as const]
      : []),
  ];
}
