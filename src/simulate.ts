/** A run in simulation, for programs: the physics is loaded when it is used. */
import type { Result, RunOptions } from '../sim/engine/run.js';
import type { Scenario } from '../sim/scenario/scenario.js';

/** Runs a scenario as fast as it goes. The same files and seed give the same result, `wallSeconds` aside. */
export async function simulate(scenario: Scenario, options?: RunOptions): Promise<Result> {
  const { simulate: run } = await import('../sim/engine/run.js');
  return run(scenario, options);
}
