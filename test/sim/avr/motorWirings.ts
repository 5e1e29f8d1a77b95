/** Every way in which motors may be wired to an emulated Uno: the driver at one end, what the motors get at the other. */
import { AvrBoard } from '../../../sim/avr/board.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { MotorDuties } from '../../../sim/avr/motorDuty.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { openDriver } from '../../../src/drivers/openDriver.js';
import type { MotorPins, RobotDefinition } from '../../../src/robot/robot.js';
import type { WheelDuties } from '../../../src/signals/signals.js';
import { WIRED } from '../bodies.js';

type Motors = Partial<RobotDefinition['motors']>;

const ahead = (motor: Omit<MotorPins, 'invert'>): MotorPins => ({ ...motor, invert: false });
const mirrored = (motor: Omit<MotorPins, 'invert'>): MotorPins => ({ ...motor, invert: true });
const onShield = (shield: string): Motors => ({
  left: ahead({ shield, motor: 1 }),
  right: mirrored({ shield, motor: 2 }),
});
const TB6612: Motors = { left: ahead({ pwm: 6, dir: 8 }), right: mirrored({ pwm: 5, dir: 7 }) };
const TRIMMED = { neutral: 1480e-6, deadZone: 20e-6 };

/** Motors on pins of the board. */
export const ON_PINS: Readonly<Record<string, Motors>> = {
  '{pwm, dir}': { left: ahead({ pwm: 9, dir: 7 }), right: mirrored({ pwm: 10, dir: 8 }) },
  '{pwm, dir, cdir}': {
    left: ahead({ pwm: 5, dir: 7, cdir: 8 }),
    right: mirrored({ pwm: 6, dir: 'A1', cdir: 11 }),
  },
  '{forward, reverse}': {
    left: ahead({ forward: 5, reverse: 6 }),
    right: mirrored({ forward: 9, reverse: 10 }),
  },
  '{pwm, dir, cdir}, braked': {
    left: ahead({ pwm: 5, dir: 7, cdir: 8 }),
    right: mirrored({ pwm: 6, dir: 'A1', cdir: 11 }),
    stop: 'brake',
  },
  '{forward, reverse} with slow decay': {
    left: ahead({ forward: 5, reverse: 6 }),
    right: mirrored({ forward: 9, reverse: 10 }),
    decay: 'slow',
  },
  'PWM of 20 kHz': {
    left: ahead({ pwm: 9, dir: 7 }),
    right: mirrored({ pwm: 10, dir: 8 }),
    pwmFrequency: 20_000,
  },
  'an R3 with its brakes': { ...onShield('ARDUINO_MOTOR_SHIELD_R3_3'), stop: 'brake' },
  'a VNH5019 shield': onShield('POLOLU_VNH5019_SHIELD'),
  '{pwm, dir, cdir, enableDiag}': {
    left: ahead({ pwm: 5, dir: 7, cdir: 8, enableDiag: 13 }),
    right: mirrored({ pwm: 6, dir: 'A1', cdir: 11, enableDiag: 'A2' }),
  },
  'a standby on a plain pin': { ...TB6612, standby: 4 },
  'a standby on a PWM pin': { ...TB6612, standby: 3 },
};

export const SERVOS: Readonly<Record<string, Motors>> = {
  '{servo}': { left: ahead({ servo: 13 }), right: mirrored({ servo: 12 }) },
  '{servo} with another neutral': {
    left: ahead({ servo: 13, ...TRIMMED }),
    right: mirrored({ servo: 12, ...TRIMMED }),
  },
};

/** Motors behind chips, which no firmware knows. */
export const ON_BUS: Readonly<Record<string, Motors>> = {
  'an Adafruit v1': onShield('ADAFRUIT_V1'),
  'an Adafruit v2': onShield('ADAFRUIT_V2'),
  'an Adafruit v2 and a motor on pins': {
    left: ahead({ shield: 'ADAFRUIT_V2', motor: 4 }),
    right: mirrored({ pwm: 5, dir: 7, cdir: 8 }),
  },
};

const nextTurn = () => new Promise((done) => setImmediate(done));

/** Scout with other motors and no encoders, set up, and not armed. @param program that its board runs */
export async function motorsWired(
  form: Motors,
  firmware: 'steerbot' | 'standard-firmata' = 'steerbot',
  program = loadFirmware(),
) {
  const { encoders: _, ...blind } = WIRED;
  const robot: RobotDefinition = { ...blind, firmware, motors: { ...WIRED.motors, ...form } };
  const board = new AvrBoard(program);
  const motors = new MotorDuties(board, robot.motors);
  const time = new VirtualTime(board);
  const connect = () =>
    untilSettled(board, openDriver(robot, new EmulatedPort(board), { time, withoutDeadman: true }), {
      nextTurn,
    });
  const driver = await connect();
  const run = (seconds: number) => board.runUntil(board.now + seconds);
  return {
    board,
    driver,
    motors,
    /** Another host, where the first one is dead. */
    connect,
    run,
    duties: () => motors.now(),
    arm: () => untilSettled(board, driver.arm(), { nextTurn }),
    /** Tells the duties 50 times a second for a while; the answer is what the motors get in the end. */
    drive(left: number, right: number): WheelDuties {
      for (let i = 0; i < 10; i++) {
        driver.drive({ left, right });
        run(0.02);
      }
      return motors.now();
    },
  };
}
