/** What is used of johnny-five's parts: a program brings its own johnny-five, and any board that it knows. */
import type { WithFile } from '../atExit.js';

/** Anything that tells by events. */
export interface FiveEmitter {
  on(event: string, listener: (...told: never[]) => void): unknown;
  removeListener(event: string, listener: (...told: never[]) => void): unknown;
}

export interface FiveBoard extends FiveEmitter {
  readonly isReady: boolean;
  /** Its IO plugin: that of Firmata can ask the board about a pin. */
  readonly io?: {
    queryPinState?(pin: number, answered: () => void): unknown;
    /** What carries its bytes; that of a serial port has a file. */
    transport?: FiveTransport;
  };
}

export interface FiveTransport extends WithFile {
  write?(bytes: Uint8Array, done?: () => void): unknown;
}

/** `five.Motor`: power from 0 to 255. */
export interface FiveMotor {
  threshold: number;
  speed(power: number): unknown;
  forward(power: number): unknown;
  reverse(power: number): unknown;
  stop(): unknown;
}

/** `five.Servo.Continuous`: speed from 0 to 1. The one that is mounted the other way round has `invert: true`. */
export interface FiveServo {
  invert?: boolean;
  /** [degrees] */
  readonly offset?: number;
  /** Where it was told to be, behind `offset` and `invert` [degrees]. */
  readonly position: number;
  /** The pulses [µs] of both ends of `degreeRange`. */
  readonly pwmRange?: readonly [number, number];
  readonly degreeRange?: readonly [number, number];
  to(degrees: number): unknown;
  cw(speed: number): unknown;
  ccw(speed: number): unknown;
  stop(): unknown;
}

/** `five.Proximity`: its data have `cm`. */
export interface FiveProximity extends FiveEmitter {
  readonly cm: number;
}

/** `five.Sensor`: an analog value. */
export interface FiveSensor extends FiveEmitter {
  readonly raw: number;
  readonly resolution: number;
}

/** `five.Button` and `five.Switch`. */
export interface FiveButton extends FiveEmitter {
  readonly isDown: boolean;
}

/** `five.IMU` and `five.Gyro`: degrees per second about the axis that points up. */
export interface FiveGyro extends FiveEmitter {
  readonly rate: { readonly z: number };
}

export interface FiveImu extends FiveEmitter {
  readonly gyro: { readonly rate: { readonly z: number } };
}

/** Whatever counts, up as the wheel turns forward: johnny-five has no part of its own for it. */
export interface FiveEncoder {
  readonly value: number;
}

export type FivePart = FiveProximity | FiveSensor | FiveButton | FiveGyro | FiveImu;
