/** Whether the robot may drive at all: a latched state that only an operator releases. */
import type { BodyLimits } from '../body.js';
import type { Command, Fault, FaultKind, SafetyState, WheelSpeeds } from '../signals.js';
import type { Seconds } from '../units.js';
import { AT_REST, isFiniteWheels, limitWheels } from './limiter.js';

export interface SupervisorState {
  readonly safety: SafetyState;
  readonly faults: readonly Fault[];
}

export const startSupervisor: SupervisorState = { safety: 'driving', faults: [] };

/** STOP latches; arming, and nothing else, releases a stop, never a fault. */
export function obey(state: SupervisorState, { kind }: Command): SupervisorState {
  if (state.safety === 'faulted' || (kind !== 'stop' && kind !== 'arm')) return state;
  return { ...state, safety: kind === 'stop' ? 'stopped' : 'driving' };
}

/** Guards people: a fault is latched and stops the robot; the same fault is noted once. */
export function faulted(state: SupervisorState, at: Seconds, kind: FaultKind, what: string): SupervisorState {
  const known = state.faults.some((fault) => fault.what === what);
  return { safety: 'faulted', faults: known ? state.faults : [...state.faults, { at, kind, what }] };
}

/** Passes limited, finite wheel speeds while driving; otherwise both wheels are granted nothing. */
export function supervise(
  state: SupervisorState,
  at: Seconds,
  wanted: WheelSpeeds,
  body: BodyLimits,
): { readonly granted: WheelSpeeds; readonly state: SupervisorState } {
  const next = isFiniteWheels(wanted)
    ? state
    : faulted(state, at, 'notFinite', 'a wheel speed that is not a number');
  return { granted: next.safety === 'driving' ? limitWheels(wanted, body) : AT_REST, state: next };
}
