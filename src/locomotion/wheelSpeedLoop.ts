/** Holds the speed of each wheel that an encoder measures: a proportional and integral loop round the allowed speed. */
import { clamp } from '../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import type { WheelSpeeds } from '../signals/signals.js';
import { MOST_ADDED, MOST_MORE } from './motor.js';

/** K_P, K_I [1/s], and the time over which the speed's error is averaged. */
export interface WheelSpeedGains {
  readonly proportional: number;
  readonly integral: number;
}

interface OneWheel {
  /** By how much the wheel was behind its model at the last tick, since the start [m]. */
  readonly behind: Meters;
  /** Averaged error of its speed. */
  readonly error: MetersPerSecond;
  /** ∫ error dt since it last stood. */
  readonly sum: Meters;
  /** Direction in which it was driven. */
  readonly direction: number;
}

export interface WheelSpeedState {
  readonly left: OneWheel;
  readonly right: OneWheel;
}

const STANDING: OneWheel = { behind: 0, error: 0, sum: 0, direction: 0 };
export const startWheelSpeed: WheelSpeedState = { left: STANDING, right: STANDING };

/** Closed-loop time constant, in dead times: slow, since the model's own timing may be off by a third. */
const CLOSING = 8;
/** A coarse encoder says how fast its wheel turns once a count: so slow a wheel is waited for. */
const SLOW: MetersPerSecond = 0.05;

/**
 * K_I = 1/(T_c + θ), K_P = lag·K_I for a wheel of gain 1 with a lag and the dead time θ = latency + 1.5 periods + one
 * count, closed with T_c = 8θ.
 *
 * @param perCount way of the rim per count; 0 without encoders
 * @see Skogestad, "Simple analytic rules for model reduction and PID controller tuning", J. Process Control 13 (2003)
 */
export function wheelSpeedGains(
  latency: Seconds,
  lag: Seconds,
  period: Seconds,
  perCount: Meters,
): WheelSpeedGains {
  const dead = latency + 1.5 * period + perCount / SLOW;
  const integral = 1 / ((CLOSING + 1) * dead);
  return { proportional: lag * integral, integral };
}

const AVERAGING: Seconds = 0.05;

/**
 * One tick: the error is what the wheel fell behind the model of its commands, e = (rolled − counted)/dt, and
 *
 *     c = K_P·e + K_I·∫e dt,   |c| ≤ |v|/4 + 20 mm/s
 *
 * The model has the latency and the lag in it, so a wheel that is merely late is not in error. The integral does not
 * grow while c is at its bound; it is zero whenever the wheel is told to stand, changes direction, or has no power.
 *
 * @param told allowed speeds; zero without power
 * @param behind rolled by the model less counted, since the start [m]
 */
export function holdSpeed(
  state: WheelSpeedState,
  { told, behind, dt }: { readonly told: WheelSpeeds; readonly behind: WheelSpeeds; readonly dt: Seconds },
  gains: WheelSpeedGains,
): { readonly state: WheelSpeedState; readonly added: WheelSpeeds } {
  const left = holdOne(state.left, { told: told.left, behind: behind.left, dt }, gains);
  const right = holdOne(state.right, { told: told.right, behind: behind.right, dt }, gains);
  return {
    state: { left: left.state, right: right.state },
    added: { left: left.added, right: right.added },
  };
}

function holdOne(
  before: OneWheel,
  { told, behind, dt }: { readonly told: MetersPerSecond; readonly behind: Meters; readonly dt: Seconds },
  { proportional, integral }: WheelSpeedGains,
): { readonly state: OneWheel; readonly added: MetersPerSecond } {
  const direction = Math.sign(told);
  if (direction === 0 || direction !== before.direction)
    return { state: { behind, error: 0, sum: 0, direction }, added: 0 };
  const fell = behind - before.behind;
  const error = before.error + (fell / dt - before.error) * -Math.expm1(-dt / AVERAGING);
  const most = MOST_MORE * Math.abs(told) + MOST_ADDED;
  const sum = clamp(before.sum + fell, -most / integral, most / integral);
  const added = clamp(proportional * error + integral * sum, -most, most);
  return { state: { behind, error, sum, direction }, added };
}
