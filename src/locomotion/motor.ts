/** From granted wheel speeds to duties: break-away first, then the deadband. */
import { clamp } from '../geometry.js';
import type { WheelDuties, WheelSpeeds } from '../signals.js';
import type { Duty, MetersPerSecond } from '../units.js';

export interface MotorModel {
  readonly noLoadSpeed: MetersPerSecond;
  readonly deadband: Duty;
  readonly breakaway: MetersPerSecond;
}

/** A little more than what starts a wheel, since motors differ by some per cent. */
const SNAP = 1.1;
/** Steering slows by a share each tick and never to zero; a wheel asked for less than this is to stand [m/s]. */
const STANDING: MetersPerSecond = 1e-6;

/**
 * Snaps a wheel at rest up to the speed at which it starts; a moving wheel, and one asked to stand, stay as asked.
 *
 * @param moving the wheels' speeds once all that was sent has worked; encoders that do not count hold it at zero
 * @param holding inside the goal's hold band nothing is snapped up: the robot would hunt
 */
export function breakAway(
  granted: WheelSpeeds,
  moving: WheelSpeeds,
  motor: MotorModel,
  holding: boolean,
): WheelSpeeds {
  const snap = (asked: MetersPerSecond, now: MetersPerSecond) =>
    Math.abs(asked) < STANDING
      ? 0
      : now !== 0 || Math.abs(asked) >= SNAP * motor.breakaway
        ? asked
        : holding
          ? 0
          : Math.sign(asked) * SNAP * motor.breakaway;
  return { left: snap(granted.left, moving.left), right: snap(granted.right, moving.right) };
}

/** |duty| = d₀ + (1 − d₀)·|v|/v₀: linear from the deadband d₀ to full duty at the no-load speed v₀; 0 stays 0. */
export function toDuties(speeds: WheelSpeeds, { noLoadSpeed, deadband }: MotorModel): WheelDuties {
  const duty = (speed: MetersPerSecond): Duty =>
    speed === 0
      ? 0
      : Math.sign(speed) * clamp(deadband + ((1 - deadband) * Math.abs(speed)) / noLoadSpeed, 0, 1);
  return { left: duty(speeds.left), right: duty(speeds.right) };
}
