/** The pins of each motor, as numbers of the board, whatever the robot file calls them. */

import { SHIELDS, type Shield } from '../../kit/shields.js';
import { isBraked } from '../../robot/braking.js';
import type { Pin } from '../../robot/pin.js';
import type { MotorPins, RobotDefinition } from '../../robot/robot.js';
import { DriverError, didYouMean, oneOf } from '../../validation/errors.js';
import { NO_PIN } from '../steerbot/messages.js';

/** A motor that plain pins drive: the firmware can switch it off by itself. */
export interface PinMotor {
  readonly kind: 'pins';
  /** 1 PWM, direction; 2 PWM, forward, reverse; 3 PWM forward, PWM reverse; 4 servo. */
  readonly form: 1 | 2 | 3 | 4;
  /** Sum of `MOTOR_OPTIONS`. */
  readonly options: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** A motor behind a chip of its shield, reached only by messages: only the host can switch it off. */
export interface BusMotor {
  readonly kind: 'bus';
  readonly shield: string;
  /** Counted from 1. */
  readonly motor: number;
}

export type WiredMotor = PinMotor | BusMotor;

export interface Motors<M> {
  readonly left: M;
  readonly right: M;
}

/** Pin numbers by analog channel, as the board told them. */
export type AnalogPins = readonly number[];

/** @throws DriverError for an analog pin that the board does not have */
export function pinNumber(pin: Pin, analogPins: AnalogPins): number {
  const channel = /^A(\d+)$/.exec(String(pin))?.[1];
  if (channel === undefined) return Number(pin);
  const number = analogPins[Number(channel)];
  if (number === undefined) throw new DriverError(`the board has no pin ${pin}`);
  return number;
}

/** @throws DriverError where the file names no motor, or a motor that its shield does not have */
export function wireMotors({ motors }: RobotDefinition, analog: AnalogPins): Motors<WiredMotor> {
  const wired = (side: 'left' | 'right') => withOptions(wireMotor(side, motors[side], analog), motors, side);
  return { left: wired('left'), right: wired('right') };
}

/** Added to a motor's form in a frame: it is short-circuited where it has no duty; PWM of 20 kHz. */
export const MOTOR_OPTIONS = { braked: 8, quiet: 16 } as const;

/** With `decay: slow` the current runs on in the motor, and its speed is nearly proportional to the duty. */
function withOptions(
  motor: WiredMotor,
  motors: RobotDefinition['motors'],
  side: 'left' | 'right',
): WiredMotor {
  if (motor.kind === 'bus') return motor;
  const braked = isBraked(motors, side) ? MOTOR_OPTIONS.braked : 0;
  const quiet = motors.pwmFrequency === undefined ? 0 : MOTOR_OPTIONS.quiet;
  return { ...motor, options: braked + quiet };
}

function wireMotor(side: string, motor: MotorPins | undefined, analog: AnalogPins): WiredMotor {
  if (motor?.shield === undefined) return wirePins(side, motor, analog);
  const { shield: name, motor: number = 1 } = motor;
  const { bus, motors } = shieldNamed(side, name);
  const pins = motors[number - 1];
  if (!pins)
    throw new DriverError(
      `motors.${side}: the shield ${name} has motors 1 to ${motors.length}, no ${number}`,
    );
  return bus ? { kind: 'bus', shield: name, motor: number } : wirePins(side, pins, analog);
}

function wirePins(side: string, motor: Partial<MotorPins> = {}, analog: AnalogPins): PinMotor {
  const pin = (name: Pin | undefined) => (name === undefined ? NO_PIN : pinNumber(name, analog));
  const { pwm, dir, cdir, forward, reverse, servo } = motor;
  if (servo !== undefined) return { kind: 'pins', form: 4, options: 0, a: pin(servo), b: NO_PIN, c: NO_PIN };
  if (forward !== undefined)
    return { kind: 'pins', form: 3, options: 0, a: pin(forward), b: pin(reverse), c: NO_PIN };
  if (pwm === undefined)
    throw new DriverError(`motors.${side} has no pins; the robot file must say how it is wired`);
  return {
    kind: 'pins',
    form: cdir === undefined ? 1 : 2,
    options: 0,
    a: pin(pwm),
    b: pin(dir),
    c: pin(cdir),
  };
}

function shieldNamed(side: string, name: string): Shield {
  const shield = Object.hasOwn(SHIELDS, name) ? SHIELDS[name] : undefined;
  if (shield) return shield;
  const names = Object.keys(SHIELDS);
  const hint = didYouMean(name, names) || `there are ${oneOf(names)}`;
  throw new DriverError(`motors.${side}: there is no shield '${name}'; ${hint}`);
}
