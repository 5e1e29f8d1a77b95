/** Scenes that tests and benches measure, the same for all seeds: their figures are compared from commit to commit. */
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';

/** A scene of the folder test/scenes, or else one of those that everybody has. */
export const measuredScene = (name: string, options: { readonly seed?: number } = {}): Scenario =>
  loadScenario(MEASURED.includes(name) ? `test/scenes/${name}.yaml` : name, options);

const MEASURED: readonly string[] = [
  'any-heading',
  'avoid-by-lidar',
  'dead-end',
  'doorway-separate',
  'figure-eight',
  'push',
  'seek-without-force',
  'sine',
  'square',
  'square-benchmark',
];
