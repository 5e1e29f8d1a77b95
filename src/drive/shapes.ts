/** What programs give to simulations, checked. */
import type { RunOptions } from '../../sim/engine/run.js';
import type { SimulatedRobotOptions } from '../../sim/engine/simulatedRobot.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { misuse } from '../validation/caller.js';
import {
  aFunction,
  anObject,
  aPose,
  aStream,
  aWholeNumber,
  aWord,
  type Checks,
  described,
  withMethods,
} from '../validation/options.js';
import { fieldOf } from '../validation/values.js';
import type { DriveRunOptions } from './run.js';

/** Of the options that every run has. */
export const RUN_OPTION_CHECKS: Checks<Omit<DriveRunOptions, 'latency'>> = {
  targets$: aStream,
  fixes$: aStream,
  surroundings$: aStream,
  commands$: aStream,
  readings: aFunction,
  until: aWord(['at rest', 'there', 'stopped'] satisfies DriveRunOptions['until'][]),
  start: aPose,
  seed: aWholeNumber,
};

export const RUN_SHAPES: Checks<RunOptions> = {
  now: aFunction,
  onTick: aFunction,
  onEnd: aFunction,
  commands$: aStream,
  onInputs: aFunction,
  onChange: aFunction,
  bodyOf: aFunction,
  pastOf: aFunction,
};

export const SIMULATED_ROBOT_SHAPES: Checks<SimulatedRobotOptions> = {
  scenario: anObject,
  body: aFunction,
  pace: aWord(['real time', 'fast'] satisfies SimulatedRobotOptions['pace'][]),
  time: withMethods(['now', 'after'], 'a clock { now(), after(seconds, call) }'),
};

/** @throws TypeError for what is no scenario, with how to get one */
export function requireScenario(taker: string, value: Scenario): void {
  const given: unknown = value;
  const isScenario =
    Array.isArray(fieldOf(given, 'robots')) &&
    Array.isArray(fieldOf(given, 'criteria')) &&
    typeof fieldOf(given, 'duration') === 'number';
  if (isScenario) return;
  const cure =
    typeof given === 'string'
      ? `loadScenario('${given}') loads one`
      : 'loadScenario(name) loads one, and scenario({ robots: [...] }) makes one';
  throw misuse(`${taker}: the scenario is ${described(given)}; ${cure}`);
}
