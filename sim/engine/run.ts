/** Runs a scenario in lock-step: readings, clock, physics; the same files and seed give the same bytes. */
import { wallTime } from '../../src/control/clock.js';
import type { Seconds } from '../../src/math/units.js';
import type { Result } from '../referee/result.js';
import type { Scenario } from '../scenario/scenario.js';
import { LockStep, type RunOptions } from './lockStep.js';

export type { Result } from '../referee/result.js';
export type { RunOptions } from './lockStep.js';

/** Runs a scenario as fast as it goes. */
export async function simulate(scenario: Scenario, options: RunOptions = {}): Promise<Result> {
  const run = runScenario(scenario, options);
  for (;;) {
    const step = run.next();
    if (step.done) return step.value;
    // Promises have their turn between two instants, such as a driver's that is armed.
    await undefined;
  }
}

/** The same, an instant of control at a time: yields the simulated time, and may be left at any of them. */
export function* runScenario(scenario: Scenario, options: RunOptions = {}): Generator<Seconds, Result> {
  const { now = wallTime.now, onEnd = () => {} } = options;
  const run = new LockStep(scenario, options);
  const started = now();
  try {
    while (!run.isOver) {
      run.control();
      yield run.at;
      run.advance(scenario.duration);
    }
  } finally {
    run.close();
  }
  onEnd(run.world.snapshot());
  return run.result(now() - started);
}
