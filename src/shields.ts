/** Motor shields by the names that johnny-five has for them: which of the board's pins each of their motors takes. */
import type { Pin } from './robot.js';

/** What one motor of a shield hangs on. */
export interface ShieldPins {
  readonly pwm?: Pin;
  readonly dir?: Pin;
  readonly cdir?: Pin;
  /** Low while it may turn; high, it brakes. */
  readonly brake?: Pin;
  /** High while it may turn. */
  readonly enable?: Pin;
}

export interface Shield {
  /** For people. */
  readonly title: string;
  /** Motor 1 first. */
  readonly motors: readonly ShieldPins[];
  /** A chip between board and bridge that only messages reach: pins that all its motors share. */
  readonly bus?: { readonly kind: 'i2c' } | { readonly kind: 'register'; readonly pins: readonly Pin[] };
}

const r3 = [
  { pwm: 3, dir: 12 },
  { pwm: 11, dir: 13 },
] as const;

const braked = [
  { ...r3[0], brake: 9 },
  { ...r3[1], brake: 8 },
] as const;

/** Those whose pins an Uno has; the facts are johnny-five's, and a test compares them. */
export const SHIELDS: Readonly<Record<string, Shield>> = {
  ADAFRUIT_V1: {
    title: 'Adafruit Motor Shield v1 (L293D)',
    motors: [{ pwm: 11 }, { pwm: 3 }, { pwm: 6 }, { pwm: 5 }],
    bus: { kind: 'register', pins: [4, 7, 8, 12] },
  },
  ADAFRUIT_V2: {
    title: 'Adafruit Motor Shield v2 (PCA9685, TB6612)',
    motors: [{}, {}, {}, {}],
    bus: { kind: 'i2c' },
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
  RUGGED_CIRCUITS: { title: 'Rugged Motor Driver', motors: r3 },
  SPARKFUN_ARDUMOTO: { title: 'SparkFun Ardumoto', motors: r3 },
  POLOLU_DRV8835_SHIELD: {
    title: 'Pololu DRV8835 Shield',
    motors: [
      { pwm: 9, dir: 7 },
      { pwm: 10, dir: 8 },
    ],
  },
  POLOLU_VNH5019_SHIELD: {
    title: 'Pololu Dual VNH5019 Shield',
    motors: [
      { pwm: 9, dir: 2, cdir: 4, enable: 6 },
      { pwm: 10, dir: 7, cdir: 8, enable: 12 },
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
