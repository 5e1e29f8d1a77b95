/** What the legend says: the same rows as long as the missions are the same, whatever the robots do. */
import type { SceneView } from '../../../signals/view.js';
import { BEHAVIOR_COLORS, type BehaviorColors, behaviorsOf } from './drawing/behaviorColors.js';

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
