/** Wheels that turn by johnny-five's motors and servos. */
import type { Duty } from '../../math/units.js';
import { misuse } from '../../validation/caller.js';
import { described } from '../../validation/options.js';
import { FULL_PWM } from '../unguarded/hostMotor.js';
import type { FiveMotor, FiveServo } from './fiveParts.js';

/** Turns a wheel with a power of −1 … 1, finite. */
export type WheelTurn = (duty: Duty) => void;

const has = (part: unknown, method: string): boolean =>
  typeof Reflect.get(Object(part), method) === 'function';

/** @throws TypeError for what is neither a motor nor a servo for continuous rotation */
export function wheelOf(side: string, part: FiveMotor | FiveServo): WheelTurn {
  if (has(part, 'forward') && has(part, 'speed')) return byMotor(part as FiveMotor);
  if (has(part, 'cw') && has(part, 'ccw') && Reflect.get(part, 'type') !== 'standard')
    return byServo(part as FiveServo);
  throw misuse(
    `johnnyFiveRobot: ${side} is ${described(part)}; a five.Motor or a five.Servo.Continuous is wanted`,
  );
}

/**
 * A direction is set only when it changes: to set it cuts the power first, which guards motors. After a stop it is set anew, since
 * some chips forget it. The threshold, by default 30 of 255, would hold back the first eighth of the power.
 */
function byMotor(motor: FiveMotor): WheelTurn {
  let sign = 0;
  return (duty) => {
    motor.threshold = 0;
    const power = Math.round(Math.abs(duty) * FULL_PWM);
    if (power === 0) {
      sign = 0;
      motor.stop();
      return;
    }
    if (Math.sign(duty) === sign) {
      motor.speed(power);
      return;
    }
    sign = Math.sign(duty);
    if (sign > 0) motor.forward(power);
    else motor.reverse(power);
  };
}

/** As in johnny-five's own examples `cw` drives forward, and the servo of one side is inverted. */
const byServo =
  (servo: FiveServo): WheelTurn =>
  (duty) => {
    if (duty === 0) servo.stop();
    else if (duty > 0) servo.cw(duty);
    else servo.ccw(-duty);
  };
