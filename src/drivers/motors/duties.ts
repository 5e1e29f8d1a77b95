/** Duties as a driver may send them, and the pulses of a servo that they stand for. */

import { clamp } from '../../math/geometry.js';
import type { Duty, Seconds } from '../../math/units.js';
import type { MotorPins } from '../../robot/robot.js';
import type { WheelDuties } from '../../signals/signals.js';

/** Guards people: what is no number turns no wheel, and nothing exceeds `limit`. */
export const safeDuty = (duty: Duty, limit: Duty = 1): Duty =>
  Number.isFinite(duty) ? clamp(duty, -limit, limit) : 0;

export const NO_POWER: WheelDuties = { left: 0, right: 0 };

/** −1 where a motor is mounted the other way round. */
export const motorSign = (motor: MotorPins | undefined): 1 | -1 => (motor?.invert ? -1 : 1);

/**
 * What our firmware is told, so that a motor does as a wheel should. Of a servo it knows no neutral and no dead zone, and
 * makes pulses of 1500 µs ± 500 µs × duty; so the host tells it the duty whose pulse is the right one.
 */
export function firmwareDuty(duty: Duty, motor: MotorPins | undefined): Duty {
  const turned = motorSign(motor) * duty;
  return motor?.servo === undefined ? turned : (pulseOf(turned, motor) - NEUTRAL_PULSE) / PULSE_REACH;
}

/** What of a motor's wiring shapes its pulses. */
export type ServoShape = Pick<MotorPins, 'neutral' | 'deadZone'>;

/** Where a servo that is trimmed stands still, and what the firmware makes of no duty. */
export const NEUTRAL_PULSE: Seconds = 1500e-6;
/** From no power to full power. */
export const PULSE_REACH: Seconds = 500e-6;
export const MIN_PULSE: Seconds = NEUTRAL_PULSE - PULSE_REACH;
export const MAX_PULSE: Seconds = NEUTRAL_PULSE + PULSE_REACH;

/**
 * The pulse of a servo for continuous rotation.
 *
 * pulse = neutral + sign(duty) · (deadZone + |duty| · (500 µs − deadZone)), and exactly neutral for a duty of 0: full
 * power is 500 µs from the neutral, and the least power just turns the wheel. Every pulse lies within 1000 … 2000 µs, so
 * with a neutral off the middle full power one way is a little less than the other.
 */
export function pulseOf(duty: Duty, { neutral = NEUTRAL_PULSE, deadZone = 0 }: ServoShape): Seconds {
  const away = duty === 0 ? 0 : deadZone + Math.abs(duty) * (PULSE_REACH - deadZone);
  return clamp(neutral + Math.sign(duty) * away, MIN_PULSE, MAX_PULSE);
}

/** What the servo makes of a pulse; nothing within its dead zone. */
export function dutyOf(pulse: Seconds, { neutral = NEUTRAL_PULSE, deadZone = 0 }: ServoShape): Duty {
  const away = pulse - neutral;
  const power = (Math.abs(away) - deadZone) / (PULSE_REACH - deadZone);
  return power > 0 ? Math.sign(away) * Math.min(1, power) : 0;
}
