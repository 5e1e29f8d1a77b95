/** Why a robot halts: an operator's STOP, or a board that stopped itself, which an arming releases. */
import { ZERO } from '../math/geometry.js';
import { type Found, faulted, stoppedByBoard } from '../safety/supervisor.js';
import { AT_REST, type TrippedReading } from '../signals/signals.js';
import { type LoopState, supervised } from './state.js';
import { teleopStopped } from './teleop.js';

/** The former speed is cleared, so that it does not go on even if the robot is armed within the same tick. */
export const atRest = (state: LoopState): LoopState => ({
  ...state,
  mission: { ...state.mission, reference: ZERO },
  granted: AT_REST,
  teleop: state.teleop && teleopStopped(state.teleop),
});

/**
 * Guards people: a board that stopped itself drives on only after an operator has armed it; after a stall, or a fault of a
 * motor's chip, an operator must clear the fault first.
 */
export function tripped(state: LoopState, { at, cause, why }: TrippedReading): LoopState {
  if (cause === 'stall') return atRest(supervised(state, faulted, at, stall(why)));
  if (cause === 'motorDriver')
    return atRest(supervised(state, faulted, at, { kind: 'motorDriverFault', what: why }));
  const { faults } = state.guards.supervisor;
  const count = 1 + faults.filter(({ kind }) => kind === 'deadManTripped').length;
  const what = count === 1 ? why : `${why}; this has happened ${count} times`;
  return atRest(supervised(state, stoppedByBoard, at, { kind: 'deadManTripped', what }));
}

/** Counts alone cannot tell these apart. */
const stall = (what: string): Found => ({
  kind: 'wheelStands',
  what,
  causes: ['encoderStuck', 'motorDead', 'wheelsBlocked'],
});
