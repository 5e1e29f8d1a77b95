/** Which behavior has which color, and the legend that says so. */
import type { SceneView } from '../../../../signals/view.js';
import { distinct, leavesOf } from '../goals.js';

// A behavior keeps its color as long as the scene is open, whichever behaviors contribute.

/** More than these are not told apart: they begin again. */
export const BEHAVIOR_COLORS = 8;

/** A behavior that is made of others: these contribute. */
const BEHAVIOR_PARTS: Readonly<Record<string, readonly string[]>> = {
  flock: ['separate', 'align', 'cohere'],
};

/** The behaviors that may contribute in the scene's missions as they are now, in their order, without those of ghosts. */
export function behaviorsOf({ robots }: SceneView): readonly string[] {
  const real = robots.filter(({ ghost }) => !ghost);
  const leaves = real.flatMap(({ mission }) => leavesOf(mission));
  return distinct(leaves.flatMap(({ behavior }) => BEHAVIOR_PARTS[behavior] ?? [behavior]));
}

export class BehaviorColors {
  readonly #slots = new Map<string, number>();
  #scene: SceneView | undefined;

  /** The colour's number of a behavior; behaviors get theirs in the order in which they come. */
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

  /** The behaviors of a scene's missions get their colours; those of another scene begin anew. */
  update(scene: SceneView): void {
    if (scene === this.#scene) return;
    if (scene.name !== this.#scene?.name) this.#slots.clear();
    this.#scene = scene;
    for (const behavior of behaviorsOf(scene)) this.slot(behavior);
  }
}

/** Those of the page: of its map, its legend and its charts. */
export const behaviorColors = new BehaviorColors();

export interface LegendRow {
  readonly words: string;
  /** A name of the map's palette. */
  readonly color: string;
  readonly sign: 'arrow' | 'ring' | 'disc';
  /** Of its line [pixels]. */
  readonly width: number;
  readonly dashed?: boolean;
}

/** More behaviors than colours are not told apart anyway. */
const MAX_LEGEND_BEHAVIORS = BEHAVIOR_COLORS;

const arrowRow = (words: string, color: string, width: number, dashed = false): LegendRow => {
  return { words, color, sign: 'arrow', width, dashed };
};

/** What the legend says: the same rows as long as the missions are the same, whatever the robots do. */
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
    { words: 'its belief, ±2σ', color: 'estimate', sign: 'ring', width: 2, dashed: true },
    ...(ghosts ? [{ words: 'ghost, to compare', color: 'ghost', sign: 'disc', width: 1 } as const] : []),
  ];
}
