/** Motors that the host drives with Firmata's own messages. Nothing on the board limits or stops them. */

import { type RegisterMotors, SHIELDS } from '../../kit/shields.js';
import type { Duty, Seconds } from '../../math/units.js';
import type { Firmata } from '../firmata/firmataIo.js';
import { MAX_PULSE, MIN_PULSE, pulseOf, type ServoShape } from '../motors/duties.js';
import type { BusMotor, PinMotor, WiredMotor } from '../motors/motorWiring.js';
import type { JohnnyFiveOnBoard, MotorConfig } from './johnnyFive.js';

export interface HostMotor {
  /** −1 … 1, finite. */
  set(duty: Duty): void;
}

/** PWM steps from no power to full power. */
export const FULL_PWM = 255;

const pwmByte = (duty: Duty): number => Math.round(Math.abs(duty) * FULL_PWM);

/**
 * @param five loads johnny-five, only where a motor needs it
 * @param servo the part of the robot's file that shapes a servo's pulses
 */
export function hostMotor(
  io: Firmata,
  wired: WiredMotor,
  five: () => JohnnyFiveOnBoard,
  servo: ServoShape = {},
): HostMotor {
  if (wired.kind === 'bus') return shieldMotor(io, wired, five());
  if (wired.form === 4) return servoMotor(io, wired, servo);
  if (wired.form === 3) return twoPwmMotor(io, wired);
  const { form, a: pwm, b: dir, c: cdir } = wired;
  return fiveMotor(five(), { pins: form === 1 ? { pwm, dir } : { pwm, dir, cdir } });
}

/**
 * johnny-five's motor. A speed costs three bytes on a plain pin. The threshold is 0, because the default of 30 would
 * hold back the first eighth of the power. `forward` and `reverse` cut the power, set the direction, and give power
 * again; so they are called only when the sign changes, which guards motors, and never while a wheel goes on.
 *
 * @param stopForgets a stop also switches off the pins that hold the direction
 */
function fiveMotor({ five, board }: JohnnyFiveOnBoard, config: MotorConfig, stopForgets = false): HostMotor {
  const motor = new five.Motor({ ...config, board, threshold: 0 });
  let sign = 0;
  return {
    set(duty) {
      const power = pwmByte(duty);
      if (duty === 0 && stopForgets) sign = 0;
      if (duty === 0 || Math.sign(duty) === sign) return motor.speed(power);
      sign = Math.sign(duty);
      if (sign > 0) motor.forward(power);
      else motor.reverse(power);
    },
  };
}

function shieldMotor(io: Firmata, { shield, motor }: BusMotor, five: JohnnyFiveOnBoard): HostMotor {
  const { bus } = SHIELDS[shield] ?? {};
  if (bus?.kind === 'register') makeOutputs(io, bus);
  const config = Object.values(five.five.Motor.SHIELD_CONFIGS[shield] ?? {})[motor - 1] ?? { pins: {} };
  return bus?.kind === 'i2c'
    ? fiveMotor(five, { ...config, ...CHIP_PWM_OPTIONS }, true)
    : fiveMotor(five, config);
}

/**
 * A PCA9685 gets its whole range of counts and its highest frequency. By default johnny-five leaves out the last 16
 * counts, which makes every motor 0.4 % weaker than asked, and makes a motor jerk 50 times a second.
 */
const CHIP_PWM_OPTIONS = { pwmRange: [0, 4096], frequency: 1526 } as const;

/** johnny-five assumes that a shift register's pins are outputs already; only StandardFirmata makes them so. */
function makeOutputs(io: Firmata, { pins: [clock, , data, latch] }: RegisterMotors): void {
  for (const pin of [clock, data, latch]) io.pinMode(pin, io.MODES.OUTPUT);
}

/** johnny-five has no motor with one PWM for each direction. Guards motors: the other one is off first. */
function twoPwmMotor(io: Firmata, { a, b }: PinMotor): HostMotor {
  for (const pin of [a, b]) io.pinMode(pin, io.MODES.PWM);
  let used: number | undefined;
  return {
    set(duty) {
      const [next, other] = duty >= 0 ? [a, b] : [b, a];
      if (duty === 0 || next !== used) io.pwmWrite(other, 0);
      io.pwmWrite(next, pwmByte(duty));
      used = next;
    },
  };
}

const microseconds = (pulse: Seconds): number => Math.round(pulse * 1e6);

/** Guards people: johnny-five's servo sends no position twice, but a stop must be repeated. */
function servoMotor(io: Firmata, { a: pin }: PinMotor, servo: ServoShape): HostMotor {
  io.servoConfig(pin, microseconds(MIN_PULSE), microseconds(MAX_PULSE));
  return { set: (duty) => io.servoWrite(pin, microseconds(pulseOf(duty, servo))) };
}
