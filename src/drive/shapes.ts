/** What programs give to simulations, checked. */
import { tap } from 'rxjs';
import type { RunOptions } from '../../sim/engine/run.js';
import type { SimulatedRobotOptions } from '../../sim/engine/simulatedRobot.js';
import { misuse } from '../validation/caller.js';
import {
  aFunction,
  anObject,
  aStart,
  aStream,
  aWholeNumber,
  aWord,
  type Checks,
  withMethods,
} from '../validation/options.js';
import { NEWS_SHAPES } from './news.js';
import type { DriveRunOptions } from './run.js';

/** Of the options that every run has. */
export const RUN_OPTION_CHECKS: Checks<Omit<DriveRunOptions, 'latency'>> = {
  targets$: aStream,
  fixes$: aStream,
  surroundings$: aStream,
  commands$: aStream,
  readings: aFunction,
  until: aWord(['at rest', 'there', 'stopped'] satisfies DriveRunOptions['until'][]),
  start: aStart,
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

/** The same options, whose stream of commands fails where it gives something else. */
export function checkedCommands({ commands$, ...options }: RunOptions): RunOptions {
  if (!commands$) return options;
  const checked$ = commands$.pipe(
    tap((command) => {
      const trouble = NEWS_SHAPES.commands$(command);
      if (trouble !== undefined) throw misuse(`commands$ ${trouble}`);
    }),
  );
  return { ...options, commands$: checked$ };
}
