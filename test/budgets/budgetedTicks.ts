/** The control ticks whose work has a budget, one of each scene or two. */

import { TIME_EPSILON } from '../../sim/engine/instants.js';
import { LockStep } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import type { Seconds } from '../../src/math/units.js';
import { symmetricSwap } from '../bench/swap.js';
import { measuredScene } from '../support/scenes.js';

export interface BudgetedTick {
  readonly name: string;
  readonly at: Seconds;
  readonly open: () => Scenario;
}

export const BUDGETED_TICKS: readonly BudgetedTick[] = [
  // On its first side, at full speed.
  { name: 'square', at: 1.2, open: () => measuredScene('square') },
  // It has looked about, and drives: a tick that keeps to the planned way, and one that plans it anew, as every tenth.
  { name: 'clutter', at: 1.96, open: () => loadScenario('clutter') },
  { name: 'clutter planning', at: 2.04, open: () => loadScenario('clutter') },
  // Each of the 25 robots hears all the others. The functions that run are nearly the same until they meet.
  { name: 'swap25', at: 0.4, open: () => symmetricSwap('circle25') },
];

/** Drives a scene until just before a tick. The caller makes the tick, by `control`, and closes the run. */
export async function drivenTo({ at, open }: BudgetedTick): Promise<LockStep> {
  const scenario = open();
  const run = new LockStep(scenario, {});
  // The driver's `arm` is a promise.
  await undefined;
  while (run.at < at - TIME_EPSILON) {
    run.control();
    run.advance(scenario.duration);
    await undefined;
  }
  return run;
}
