/** Converts allowed wheel speeds to duties: first break-away, then the deadband. */
import { clamp } from '../math/geometry.js';
import type { Duty, MetersPerSecond } from '../math/units.js';
import { REST_SPEED } from '../math/wheel.js';
import type { WheelDuties, WheelSpeeds } from '../signals/signals.js';

export interface MotorModel {
  readonly noLoadSpeed: MetersPerSecond;
  readonly deadband: Duty;
  readonly breakaway: MetersPerSecond;
}

/** A little more than the speed that starts a wheel, since motors differ by some per cent. */
const BREAKAWAY_SNAP = 1.1;
/**
 * Raises the command of a wheel at rest to the speed at which it starts. A moving wheel keeps its command; a command
 * below the resting speed becomes zero.
 *
 * @param moving the wheels' speeds after all sent commands have taken effect; zero while encoders do not count
 * @param holding the robot is inside the goal's hold band: no command is raised, or the robot would hunt
 */
export function breakAway(
  granted: WheelSpeeds,
  moving: WheelSpeeds,
  motor: MotorModel,
  holding: boolean,
): WheelSpeeds {
  const start = BREAKAWAY_SNAP * motor.breakaway;
  const snap = (asked: MetersPerSecond, now: MetersPerSecond) => {
    // Steering slows by a share each tick, never to zero; the deadband would still add power.
    if (Math.abs(asked) < REST_SPEED) return 0;
    if (now !== 0 || Math.abs(asked) >= start) return asked;
    return holding ? 0 : Math.sign(asked) * start;
  };
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
