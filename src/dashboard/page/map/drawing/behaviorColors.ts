/** The color of each behavior, and the legend of colors. */
import type { SceneView } from '../../../../signals/view.js';
import { distinct, leavesOf } from '../goals.js';

// A behavior keeps its color as long as the scene is open, whichever behaviors contribute.

/** More colors could not be told apart: further behaviors start again with the first. */
export const BEHAVIOR_COLORS = 8;

/** Behaviors that consist of others, which contribute instead. */
const BEHAVIOR_PARTS: Readonly<Record<string, readonly string[]>> = {
  flock: ['separate', 'align', 'cohere'],
};

/** The behaviors that may contribute in the scene's present missions, in their order, without those of ghosts. */
export function behaviorsOf({ robots }: SceneView): readonly string[] {
  const real = robots.filter(({ ghost }) => !ghost);
  const leaves = real.flatMap(({ mission }) => leavesOf(mission));
  return distinct(leaves.flatMap(({ behavior }) => BEHAVIOR_PARTS[behavior] ?? [behavior]));
}

export class BehaviorColors {
  readonly #slots = new Map<string, number>();
  #scene: SceneView | undefined;

  /** The number of a behavior's colour; given in the order in which behaviors appear. */
  slot(behavior: string): number {
    const known = this.#slots.get(behavior);
    if (known !== undefined) return known;
    const next = this.#slots.size;
    this.#slots.set(behavior, next);
    return next;
  }

  has(behavior: string): boolean {
    return this.#slots.has(behavior);
  }

  /** Gives colours to the behaviors of a scene's missions; another scene starts with the first colour. */
  update(scene: SceneView): void {
    if (scene === this.#scene) return;
    if (scene.name !== this.#scene?.name) this.#slots.clear();
    this.#scene = scene;
    for (const behavior of behaviorsOf(scene)) this.slot(behavior);
  }
}

/** The page's colors: for its map, its legend and its charts. */
export const behaviorColors = new BehaviorColors();

export interface LegendRow {
  readonly words: string;
  /** A name of the map's palette. */
  readonly color: string;
  readonly sign: 'arrow' | 'ring' | 'disc';
  /** The line's width [pixels]. */
  readonly width: number;
  readonly dashed?: boolean;
}

/** Behaviors beyond this share colours, so they get no row. */
const MAX_LEGEND_BEHAVIORS = BEHAVIOR_COLORS;

const arrowRow = (words: string, color: string, width: number, dashed = false): LegendRow => {
  return { words, color, sign: 'arrow', width, dashed };
};

/** The legend's rows: they stay the same as long as the missions do, whatever the robots do. */
export function legendRows(scene: SceneView, colors: BehaviorColors): readonly LegendRow[] {
  const contributions = behaviorsOf(scene)
    .slice(0, MAX_LEGEND_BEHAVIORS)
    .map((name) => arrowRow(name, `behavior-${(colors.slot(name) % BEHAVIOR_COLORS) + 1}`, 2));
  const ghosts = scene.robots.some(({ ghost }) => ghost);
  return [
    ...contributions,
    ...(contributions.length > 1 ? [arrowRow('sum', 'sum', 5)] : []),
    arrowRow('clamped force', 'clamped', 3),
    arrowRow('desired velocity', 'desired', 2, true),
    arrowRow('velocity', 'velocity', 3),
    { words: 'where it thinks it is, ±2σ', color: 'estimate', sign: 'ring', width: 2, dashed: true },
    ...(ghosts ? [{ words: 'ghost, to compare', color: 'ghost', sign: 'disc', width: 1 } as const] : []),
  ];
}
