/** Duties as a driver may send them. */
import { clamp } from '../../math/geometry.js';
import type { Duty } from '../../math/units.js';
import type { MotorPins } from '../../robot/robot.js';
import type { WheelDuties } from '../../signals/signals.js';
import { MIDDLE, pulseOf, REACH } from './servoPulse.js';

/** Guards people: what is no number turns no wheel, and nothing exceeds `most`. */
export const safeDuty = (duty: Duty, most: Duty = 1): Duty =>
  Number.isFinite(duty) ? clamp(duty, -most, most) : 0;

export const NO_POWER: WheelDuties = { left: 0, right: 0 };

/** −1 where a motor is mounted the other way round. */
export const turn = (motor: MotorPins | undefined): 1 | -1 => (motor?.invert ? -1 : 1);

/**
 * What our firmware is told, so that a motor does as a wheel should. Of a servo it knows no neutral and no dead zone, and
 * makes pulses of 1500 µs ± 500 µs × duty; so the host tells it the duty whose pulse is the right one.
 */
export function toldDuty(duty: Duty, motor: MotorPins | undefined): Duty {
  const turned = turn(motor) * duty;
  return motor?.servo === undefined ? turned : (pulseOf(turned, motor) - MIDDLE) / REACH;
}
