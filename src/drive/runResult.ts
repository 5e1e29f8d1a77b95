/** How a ride has ended, as the result of a run. */
import { standingIn } from '../control/standing.js';
import type { LoopState } from '../control/state.js';
import type { DriftMeter } from '../estimation/expectedError.js';
import type { Ending } from '../session/ride.js';
import { messageOf } from '../validation/errors.js';
import type { DriveResult } from './run.js';

/** The wheels were told to stop; whether the board has done so is not known yet. */
export type Ridden = Omit<DriveResult, 'motorsOff'>;

export function riddenResult(ending: Ending, state: LoopState, { expectedError }: DriftMeter): Ridden {
  const { estimator, at } = state;
  return {
    outcome: OUTCOMES[ending.kind],
    cause: 'why' in ending ? ending.why : 'error' in ending ? messageOf(ending.error) : null,
    standing: standingIn(state),
    faults: state.guards.supervisor.faults,
    pose: estimator.belief.pose,
    expectedError,
    at: at ?? estimator.at,
    latency: estimator.latency?.used ?? null,
  };
}

const OUTCOMES: Readonly<Record<Ending['kind'], DriveResult['outcome']>> = {
  arrived: 'arrived',
  failed: 'failed',
  interrupted: 'stopped',
  limited: 'stopped',
  tripped: 'stopped',
  faulted: 'faulted',
  notReady: 'faulted',
  lost: 'lost',
};
