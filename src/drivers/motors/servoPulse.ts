/**
 * The pulses of a servo for continuous rotation, from a duty and back.
 *
 * pulse = neutral + sign(duty) · (deadZone + |duty| · (500 µs − deadZone)), and exactly neutral for a duty of 0: full
 * power is 500 µs from the neutral, and the least power just turns the wheel. Every pulse lies within 1000 … 2000 µs, so
 * with a neutral off the middle full power one way is a little less than the other.
 */
import { clamp } from '../../math/geometry.js';
import type { Duty, Seconds } from '../../math/units.js';
import type { MotorPins } from '../../robot/robot.js';

/** What of a motor's wiring shapes its pulses. */
export type Servo = Pick<MotorPins, 'neutral' | 'deadZone'>;

/** Where a servo that is trimmed stands still, and what the firmware makes of no duty. */
export const MIDDLE: Seconds = 1500e-6;
/** From no power to full power. */
export const REACH: Seconds = 500e-6;
export const SHORTEST: Seconds = MIDDLE - REACH;
export const LONGEST: Seconds = MIDDLE + REACH;

export function pulseOf(duty: Duty, { neutral = MIDDLE, deadZone = 0 }: Servo): Seconds {
  const away = duty === 0 ? 0 : deadZone + Math.abs(duty) * (REACH - deadZone);
  return clamp(neutral + Math.sign(duty) * away, SHORTEST, LONGEST);
}

/** What the servo makes of a pulse; nothing within its dead zone. */
export function dutyOf(pulse: Seconds, { neutral = MIDDLE, deadZone = 0 }: Servo): Duty {
  const away = pulse - neutral;
  const power = (Math.abs(away) - deadZone) / (REACH - deadZone);
  return power > 0 ? Math.sign(away) * Math.min(1, power) : 0;
}
