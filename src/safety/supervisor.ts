/**
 * The supervisor decides whether the robot may drive: a latched state that only an operator releases. And the limiter,
 * the last gate before the motors.
 */
import { clamp } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import type { BodyLimits } from '../robot/limits.js';
import {
  AT_REST,
  type Cause,
  type Command,
  type Fault,
  type SafetyState,
  type WheelSpeeds,
} from '../signals/signals.js';

const isFiniteWheels = (wheels: WheelSpeeds): boolean =>
  Number.isFinite(wheels.left) && Number.isFinite(wheels.right);

/**
 * The last gate before the motors: it passes only finite speeds within the wheels' limit.
 *
 * Guards people: a non-finite speed becomes a stop; a speed beyond the limit is cut to it.
 */
export function limitWheels(wheels: WheelSpeeds, body: BodyLimits): WheelSpeeds {
  if (!isFiniteWheels(wheels)) return AT_REST;
  const cap = body.maxWheelSpeed;
  return { left: clamp(wheels.left, -cap, cap), right: clamp(wheels.right, -cap, cap) };
}

/**
 * `braking`: a limit of the mission was reached; the robot brakes, and is then `stopped`. `stopped`: the motors are cut
 * until an operator arms it. `faulted`: likewise, but an operator must clear the fault first.
 */
export interface SupervisorState {
  readonly safety: SafetyState;
  /** Why the robot does not drive; null while it does. */
  readonly cause: Cause | null;
  /** All faults since the start, including those that did not stop the robot. */
  readonly faults: readonly Fault[];
}

export type SafetyEvent = 'stop' | 'arm' | 'clear' | 'fault' | 'limit' | 'standing';

/** The next state for each state and event; events that are not listed change nothing. */
export const SAFETY_TABLE: Readonly<
  Record<SafetyState, Readonly<Partial<Record<SafetyEvent, SafetyState>>>>
> = {
  driving: { stop: 'stopped', fault: 'faulted', limit: 'braking' },
  braking: { stop: 'stopped', fault: 'faulted', standing: 'stopped' },
  stopped: { fault: 'faulted', arm: 'driving' },
  faulted: { clear: 'stopped' },
};

export const startSupervisor: SupervisorState = { safety: 'driving', cause: null, faults: [] };

export const OPERATOR_STOP: Cause = { kind: 'operator', what: 'an operator said STOP' };

/** Whether the motors may turn in a state. */
export const hasPower = ({ safety }: Pick<SupervisorState, 'safety'>): boolean =>
  safety === 'driving' || safety === 'braking';

/** @param cause why it does not drive from now on; default the present cause */
function transition(state: SupervisorState, event: SafetyEvent, cause = state.cause): SupervisorState {
  const safety = SAFETY_TABLE[state.safety][event];
  if (safety === undefined) return state;
  return { ...state, safety, cause: safety === 'driving' ? null : cause };
}

/**
 * Guards people: STOP latches. Arming releases a stop; a fault must be cleared first, and clearing alone moves nothing.
 */
export function applyCommand(
  state: SupervisorState,
  { kind, why }: Pick<Command, 'kind'> & { readonly why?: string },
): SupervisorState {
  switch (kind) {
    case 'stop':
      return transition(state, 'stop', stopCause(why));
    case 'arm':
    case 'clear':
      return transition(state, kind);
    default:
      return state;
  }
}

/** @param why of a stop by the program itself; missing for an operator's STOP */
export const stopCause = (why: string | undefined): Cause =>
  why === undefined ? OPERATOR_STOP : { kind: 'program', what: why };

/** A fault without its time. */
export type Found = Omit<Fault, 'at'>;

const causeOf = ({ kind, what }: Found): Cause => ({ kind, what });

/** Guards people: a fault is latched and stops the robot. */
export const faulted = (state: SupervisorState, at: Seconds, found: Found): SupervisorState =>
  transition(noted(state, at, found), 'fault', causeOf(found));

/** Notes a fault once, and lets the robot drive on. */
export function noted(state: SupervisorState, at: Seconds, found: Found): SupervisorState {
  const known = state.faults.some(({ kind, what }) => kind === found.kind && what === found.what);
  return known ? state : { ...state, faults: [...state.faults, { at, ...found }] };
}

/** A limit of the mission is reached: the robot brakes and is then stopped. */
export const limited = (state: SupervisorState, at: Seconds, met: Found): SupervisorState =>
  SAFETY_TABLE[state.safety].limit ? transition(noted(state, at, met), 'limit', causeOf(met)) : state;

/** The board has stopped itself: like a STOP, with its own cause, also while the robot waits to be armed. */
export function stoppedByBoard(state: SupervisorState, at: Seconds, found: Found): SupervisorState {
  const next = transition(noted(state, at, found), 'stop');
  return next.safety === 'stopped' ? { ...next, cause: causeOf(found) } : next;
}

/** The robot stands: if it braked for a limit it is now stopped. */
export const cameToRest = (state: SupervisorState): SupervisorState => transition(state, 'standing');

/** Passes limited, finite wheel speeds while the robot may drive; otherwise zero for both wheels. */
export function supervise(
  state: SupervisorState,
  at: Seconds,
  wanted: WheelSpeeds,
  body: BodyLimits,
): { readonly granted: WheelSpeeds; readonly state: SupervisorState } {
  const next = isFiniteWheels(wanted) ? state : faulted(state, at, NOT_FINITE_FAULT);
  return { granted: hasPower(next) ? limitWheels(wanted, body) : AT_REST, state: next };
}

const NOT_FINITE_FAULT: Found = { kind: 'notFinite', what: 'a wheel speed that is not a number' };
