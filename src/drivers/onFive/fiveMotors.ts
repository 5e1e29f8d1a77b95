/** Wheels that turn by johnny-five's motors and servos. */
import type { Duty, Seconds } from '../../math/units.js';
import type { MotorPins } from '../../robot/robot.js';
import { misuse } from '../../validation/caller.js';
import { described } from '../../validation/options.js';
import { pulseOf, type ServoShape } from '../motors/duties.js';
import { FULL_PWM } from '../unguarded/hostMotor.js';
import type { FiveMotor, FiveServo } from './fiveParts.js';

/** Turns a wheel with a power of −1 … 1, finite. */
export type WheelTurn = (duty: Duty) => void;

const has = (part: unknown, method: string): boolean =>
  typeof Reflect.get(Object(part), method) === 'function';

/**
 * @param wired the motor of the robot's file: what it says of a servo's pulses
 * @throws TypeError for what is neither a motor nor a servo for continuous rotation
 */
export function wheelOf(side: string, part: FiveMotor | FiveServo, wired: MotorPins | undefined): WheelTurn {
  if (has(part, 'forward') && has(part, 'speed')) return byMotor(part as FiveMotor);
  if (has(part, 'cw') && has(part, 'ccw') && Reflect.get(part, 'type') !== 'standard')
    return byServo(part as FiveServo, wired);
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

/**
 * As in johnny-five's own examples `cw` drives forward, and the servo of one side is inverted. Its speeds are spread over all pulses
 * of the part, by default 1500 µs ± 900 µs: where the robot's file says how far a servo's pulses reach, it is told the pulse instead.
 */
function byServo(servo: FiveServo, wired: MotorPins | undefined): WheelTurn {
  if (hasShape(wired)) return byPulse(servo, wired);
  return (duty) => {
    if (duty > 0) servo.cw(duty);
    else if (duty < 0) servo.ccw(-duty);
    else {
      servo.stop();
      sayAgain(servo);
    }
  };
}

const hasShape = (wired: ServoShape | undefined): wired is ServoShape =>
  [wired?.neutral, wired?.deadZone, wired?.reach].some((given) => given !== undefined);

/**
 * A part of johnny-five is told an angle, and makes a pulse of it, linearly: `degreeRange`, behind `offset`, to `pwmRange`. This is
 * the way back.
 */
function byPulse(servo: FiveServo, shape: ServoShape): WheelTurn {
  const { invert = false, offset = 0, pwmRange = PULSES, degreeRange = DEGREES } = servo;
  const [[least, most], [from, to]] = [pwmRange, degreeRange];
  const angleOf = (pulse: Seconds) => from + ((pulse * 1e6 - least) / (most - least)) * (to - from);
  return (duty) => {
    turnTo(servo, angleOf(pulseOf(invert ? -duty : duty, shape)) - offset);
    if (duty === 0) sayAgain(servo);
  };
}

/** Johnny-five's own [µs], [degrees]. */
const PULSES = [600, 2400] as const;
const DEGREES = [0, 180] as const;

/** What johnny-five inverts it rounds to whole degrees, of 10 µs each. */
function turnTo(servo: FiveServo, angle: number): void {
  const { invert = false } = servo;
  servo.invert = false;
  try {
    servo.to(angle);
  } finally {
    servo.invert = invert;
  }
}

/**
 * Guards people: a line may lose a stop, and johnny-five sends no position twice. So it is told another one that makes the same
 * pulse.
 */
function sayAgain(servo: FiveServo): void {
  const { position, offset = 0 } = servo;
  turnTo(servo, position - offset + SAME_PULSE);
}

const SAME_PULSE = 1e-6;
