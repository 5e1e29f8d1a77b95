/** Motor shields by their johnny-five names: the board's pins that each motor uses. */

import type { Pin } from '../robot/pin.js';
import type { RobotDefinition } from '../robot/robot.js';

/** The pins of one motor of a shield. */
export interface ShieldPins {
  readonly pwm?: Pin;
  readonly dir?: Pin;
  readonly cdir?: Pin;
  /** Low while it may turn. High connects both ends alike: the motor brakes by the PWM's share, and no PWM turns it. */
  readonly brake?: Pin;
  /** EN/DIAG of its chip: high while it may turn, and low by the chip itself, whose output is an open drain, on a fault. */
  readonly enableDiag?: Pin;
  /** Pin where the shield outputs its current as a voltage; nothing else may use it. */
  readonly current?: Pin;
}

/** A chip on I²C between board and bridges that makes the PWM. */
export interface I2cMotors {
  readonly kind: 'i2c';
  readonly address: number;
  /** The chip's outputs for each motor, motor 1 first. */
  readonly channels: readonly { readonly pwm: number; readonly dir: number; readonly cdir: number }[];
}

/** A shift register between board and bridges that holds the directions; PWM bypasses it. */
export interface RegisterMotors {
  readonly kind: 'register';
  /** Pins of the board, shared by all motors. The register's outputs are on while `enable` is low. */
  readonly pins: readonly [clock: number, enable: number, data: number, latch: number];
  /** Output that is high to go forward (a) and to go back (b), motor 1 first. */
  readonly bits: readonly { readonly a: number; readonly b: number }[];
}

export interface Shield {
  /** Name for people. */
  readonly title: string;
  /** Motor 1 first. */
  readonly motors: readonly ShieldPins[];
  /** Its motors are driven over a bus: no firmware can switch them off by itself. */
  readonly bus?: I2cMotors | RegisterMotors;
  /** What its maker calls forward is the other direction: its `dir` is low then. */
  readonly reversed?: true;
  /** What a wheel does at zero power; default coast. */
  readonly atZero?: 'brake';
}

const l298 = [
  { pwm: 3, dir: 12 },
  { pwm: 11, dir: 13 },
] as const;

/** Johnny-five has the current pins in only one of its three entries for this one shield. */
const r3 = [
  { ...l298[0], current: 'A0' },
  { ...l298[1], current: 'A1' },
] as const;

const braked = [
  { ...r3[0], brake: 9 },
  { ...r3[1], brake: 8 },
] as const;

/**
 * Shields that fit an Uno. The driving pins are johnny-five's, which a test compares; the current pins are from the
 * makers (Pololu: M1CS is A0, M2CS is A1), and so is the sign: another test has its source.
 */
export const SHIELDS: Readonly<Record<string, Shield>> = {
  ADAFRUIT_V1: {
    title: 'Adafruit Motor Shield v1 (L293D)',
    motors: [{ pwm: 11 }, { pwm: 3 }, { pwm: 6 }, { pwm: 5 }],
    bus: {
      kind: 'register',
      pins: [4, 7, 8, 12],
      bits: [
        { a: 2, b: 3 },
        { a: 1, b: 4 },
        { a: 5, b: 7 },
        { a: 0, b: 6 },
      ],
    },
  },
  ADAFRUIT_V2: {
    title: 'Adafruit Motor Shield v2 (PCA9685, TB6612)',
    reversed: true,
    motors: [{}, {}, {}, {}],
    bus: {
      kind: 'i2c',
      address: 0x60,
      channels: [
        { pwm: 8, dir: 9, cdir: 10 },
        { pwm: 13, dir: 12, cdir: 11 },
        { pwm: 2, dir: 3, cdir: 4 },
        { pwm: 7, dir: 6, cdir: 5 },
      ],
    },
  },
  SEEED_STUDIO: {
    title: 'Seeed Motor Shield (L298)',
    motors: [
      { pwm: 9, dir: 8, cdir: 11 },
      { pwm: 10, dir: 12, cdir: 13 },
    ],
  },
  FREETRONICS_HBRIDGE: {
    title: 'Freetronics H-Bridge Shield',
    motors: [
      { pwm: 6, dir: 4, cdir: 7 },
      { pwm: 5, dir: 3, cdir: 2 },
    ],
  },
  ARDUINO_MOTOR_SHIELD_R3_1: { title: 'Arduino Motor Shield R3, brakes not wired', motors: r3 },
  ARDUINO_MOTOR_SHIELD_R3_2: { title: 'Arduino Motor Shield R3', motors: braked },
  ARDUINO_MOTOR_SHIELD_R3_3: { title: 'Arduino Motor Shield R3', motors: braked },
  DF_ROBOT: {
    title: 'DFRobot L298 Motor Shield',
    reversed: true,
    motors: [
      { pwm: 6, dir: 7 },
      { pwm: 5, dir: 4 },
    ],
  },
  NKC_ELECTRONICS_KIT: {
    title: 'NKC Electronics Motor Shield',
    motors: [
      { pwm: 9, dir: 12 },
      { pwm: 10, dir: 13 },
    ],
  },
  RUGGED_CIRCUITS: { title: 'Rugged Motor Driver', motors: l298 },
  SPARKFUN_ARDUMOTO: { title: 'SparkFun Ardumoto', motors: l298, reversed: true },
  POLOLU_DRV8835_SHIELD: {
    title: 'Pololu DRV8835 Shield',
    reversed: true,
    atZero: 'brake',
    motors: [
      { pwm: 9, dir: 7 },
      { pwm: 10, dir: 8 },
    ],
  },
  POLOLU_VNH5019_SHIELD: {
    title: 'Pololu Dual VNH5019 Shield',
    motors: [
      { pwm: 9, dir: 2, cdir: 4, enableDiag: 6, current: 'A0' },
      { pwm: 10, dir: 7, cdir: 8, enableDiag: 12, current: 'A1' },
    ],
  },
  SPARKFUN_LUDUS: {
    title: 'SparkFun Ludus',
    motors: [
      { pwm: 3, dir: 4, cdir: 5 },
      { pwm: 6, dir: 7, cdir: 8 },
    ],
  },
};

/** Whether one of the motors is driven over a bus. */
export const isBehindBus = ({ left, right }: RobotDefinition['motors']): boolean =>
  [left, right].some((motor) => SHIELDS[motor?.shield ?? '']?.bus !== undefined);
