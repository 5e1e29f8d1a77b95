/** The color of each behavior, and the legend of colors. */

import { leavesOf } from '../../../../signals/missionTree.js';
import type { SceneView } from '../../../../signals/view.js';
import { BehaviorSlots, isRepeatedColor } from '../../../../svg/behaviorColors.js';
import { distinct } from '../goals.js';

/** Behaviors that consist of others, which contribute instead. */
const BEHAVIOR_PARTS: Readonly<Record<string, readonly string[]>> = {
  flock: ['separate', 'align', 'cohere'],
};

/** The behaviors that may contribute in the scene's present missions, in their order, without those of ghosts. */
export function sceneBehaviors({ robots }: SceneView): readonly string[] {
  const real = robots.filter(({ ghost }) => !ghost);
  const leaves = real.flatMap(({ mission }) => leavesOf(mission));
  return distinct(leaves.flatMap(({ behavior }) => BEHAVIOR_PARTS[behavior] ?? [behavior]));
}

export class BehaviorColors {
  readonly #slots = new BehaviorSlots();
  #scene: SceneView | undefined;

  /** The number of a behavior's color; it depends on the name alone, as far as possible. */
  slot(behavior: string): number {
    return this.#slots.slot(behavior);
  }

  has(behavior: string): boolean {
    return this.#slots.has(behavior);
  }

  /** Gives colors to the behaviors of a scene's missions; another scene forgets the user's behaviors of the last. */
  update(scene: SceneView): void {
    if (scene === this.#scene) return;
    if (scene.name !== this.#scene?.name) this.#slots.clear();
    this.#scene = scene;
    this.#slots.add(sceneBehaviors(scene));
  }
}

/** The page's colors: for its map, its legend and its charts. */
export const behaviorColors = new BehaviorColors();

export interface LegendRow {
  readonly words: string;
  /** A name of the map's palette, or the number of a behavior's color. */
  readonly color: string | number;
  readonly sign: 'arrow' | 'ring' | 'disc';
  /** The line's width [pixels]. */
  readonly width: number;
  readonly dashed?: boolean;
}

const arrowRow = (words: string, color: LegendRow['color'], width: number, dashed = false): LegendRow => {
  return { words, color, sign: 'arrow', width, dashed };
};

/** The legend's rows: they stay the same as long as the missions do, whatever the robots do. */
export function legendRows(scene: SceneView, colors: BehaviorColors): readonly LegendRow[] {
  const contributions = sceneBehaviors(scene).map((name) => {
    const slot = colors.slot(name);
    return arrowRow(name, slot, 2, isRepeatedColor(slot));
  });
  const ghosts = scene.robots.some(({ ghost }) => ghost);
  return [
    ...contributions,
    ...(contributions.length > 1 ? [arrowRow('sum', 'sum', 5)] : []),
    arrowRow('limited force', 'clamped', 3),
    arrowRow('desired velocity', 'desired', 2, true),
    arrowRow('velocity', 'velocity', 3),
    { words: 'where it thinks it is', color: 'estimate', sign: 'ring', width: 2, dashed: true },
    ...(ghosts ? [{ words: 'ghost, to compare', color: 'ghost', sign: 'disc', width: 1 } as const] : []),
  ];
}
