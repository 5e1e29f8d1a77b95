/** Duties as a driver may send them, and the servo pulses that they stand for. */

import { SHIELDS } from '../../kit/shields.js';
import { clamp } from '../../math/geometry.js';
import type { Duty, Seconds } from '../../math/units.js';
import type { MotorPins } from '../../robot/robot.js';
import type { WheelDuties } from '../../signals/signals.js';

/** Guards people: a non-finite duty becomes 0, and no duty exceeds `limit`. */
export const safeDuty = (duty: Duty, limit: Duty = 1): Duty =>
  Number.isFinite(duty) ? clamp(duty, -limit, limit) : 0;

export const NO_POWER: WheelDuties = { left: 0, right: 0 };

/** −1 where a motor is mounted the other way round, or its shield's maker calls the other direction forward; +1 for both. */
export function motorSign(motor: Pick<MotorPins, 'invert' | 'shield'> | undefined): 1 | -1 {
  const { invert = false, shield = '' } = motor ?? {};
  const isReversed = SHIELDS[shield]?.reversed ?? false;
  return invert !== isReversed ? -1 : 1;
}

/**
 * The duty to send to our firmware so that the motor does what its wheel should. The firmware knows no neutral, dead
 * zone and reach of a servo: its pulses are 1500 µs ± 500 µs × duty. So the host sends the duty with the right pulse.
 */
export function firmwareDuty(duty: Duty, motor: MotorPins | undefined): Duty {
  const turned = motorSign(motor) * duty;
  return motor?.servo === undefined ? turned : (pulseOf(turned, motor) - NEUTRAL_PULSE) / PULSE_REACH;
}

/** The part of a motor's wiring that shapes its pulses. */
export type ServoShape = Pick<MotorPins, 'neutral' | 'deadZone' | 'reach'>;

/** Where a trimmed servo stands still; the firmware's pulse for a duty of 0. */
export const NEUTRAL_PULSE: Seconds = 1500e-6;
/** From no power to full power of a servo that uses all of it. */
export const PULSE_REACH: Seconds = 500e-6;
export const MIN_PULSE: Seconds = NEUTRAL_PULSE - PULSE_REACH;
export const MAX_PULSE: Seconds = NEUTRAL_PULSE + PULSE_REACH;

/**
 * The pulse of a servo for continuous rotation.
 *
 * pulse = neutral + sign(duty) · (deadZone + |duty| · (reach − deadZone)), and exactly neutral for a duty of 0: the
 * least power just turns the wheel. Beyond its reach a servo turns no faster (Parallax's by 100 µs: 32335, p. 93), so that pulses
 * spread over more would be full speed for all but the least duties. Every pulse lies within 1000 … 2000 µs, so with a
 * neutral off the middle and all of the 500 µs, full power one way is a little less than the other.
 */
export function pulseOf(
  duty: Duty,
  { neutral = NEUTRAL_PULSE, deadZone = 0, reach = PULSE_REACH }: ServoShape,
): Seconds {
  const away = duty === 0 ? 0 : deadZone + Math.abs(duty) * (reach - deadZone);
  return clamp(neutral + Math.sign(duty) * away, MIN_PULSE, MAX_PULSE);
}

/** The duty that a servo makes of a pulse; 0 within its dead zone. */
export function dutyOf(
  pulse: Seconds,
  { neutral = NEUTRAL_PULSE, deadZone = 0, reach = PULSE_REACH }: ServoShape,
): Duty {
  const away = pulse - neutral;
  const power = (Math.abs(away) - deadZone) / (reach - deadZone);
  return power > 0 ? Math.sign(away) * Math.min(1, power) : 0;
}
