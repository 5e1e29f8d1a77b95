/**
 * How a board reads a sensor, and what the raw numbers mean.
 *
 * `sensors` describes it, drivers carry it out; neither imports the other.
 */

import type { Radians, Seconds, Volts } from '../math/units.js';
import type { Pin } from '../robot/pin.js';
import type { EncoderReading, PoseReading, Reading } from './readings.js';

type WithoutTime<R extends Reading> = R extends Reading ? Omit<R, 'at'> : never;

/** A reading without its time, which the driver adds. */
export type Measured = WithoutTime<Exclude<Reading, EncoderReading | PoseReading>>;

/** A voltage; the board samples it. */
export interface AnalogInput {
  readonly kind: 'analog';
  readonly pin: Pin;
  /** Least interval between readings: slow values would only fill a recording. */
  readonly every?: Seconds;
  readonly read: (volts: Volts) => Measured;
}

/** High or low; the board reports changes. */
export interface DigitalInput {
  readonly kind: 'digital';
  readonly pin: Pin;
  /** A switch to ground, which the board must hold high while it is open. */
  readonly pullUp: boolean;
  readonly read: (high: boolean) => Measured;
}

/** A reflectance sensor that is charged, and discharges the faster the brighter the floor is; only with our firmware. */
export interface DischargeInput {
  readonly kind: 'discharge';
  readonly pin: Pin;
  /** High while it is measured: its lamps, and those of all others. */
  readonly emitters?: Pin;
  /** @param time from the charge to the low level of its pin; 2.5 ms stands for all longer times */
  readonly read: (time: Seconds) => Measured;
}

/** What came of a sonar's ping: how long its echo took, or why nothing is known; `free`: its pulse ran out without one. */
export type PingResult = Seconds | 'free' | 'missing' | 'stuck' | 'disturbed';

/** A sonar with a trigger and an echo line, perhaps the same; our firmware pings up to four in turn. */
export interface SonarInput {
  readonly kind: 'sonar';
  readonly trigger: Pin;
  readonly echo: Pin;
  readonly read: (result: PingResult) => Measured;
  /** Of one that a servo turns: the looks to its directions, from right to left, in place of `read`. */
  readonly sweep?: { readonly servo: Pin; readonly step: Radians; readonly looks: readonly SweptLook[] };
}

export interface SweptLook {
  /** The servo's. */
  readonly pulse: Seconds;
  readonly read: (result: PingResult) => Measured;
}

/** What a device on the I²C bus says when it is asked what it is. */
export interface BusIdentity {
  readonly register: number;
  /** Without it any answer will do. */
  readonly value?: number;
  /** Of chips with the same registers. */
  readonly alike?: readonly number[];
}

/** A chip that a user may have in place of the one in the robot's file. */
export interface BusChip {
  /** As it is written in a robot's file. */
  readonly type: string;
  readonly title: string;
  readonly address: number;
  readonly identity: BusIdentity;
}

/** A register of a device is written, and the device needs the rest. */
export interface BusWrite {
  readonly register: number;
  readonly value: number;
  readonly rest: Seconds;
}

/** Registers of a device are read, and tell the next steps. */
export interface BusQuestion {
  readonly register: number;
  readonly bytes: number;
  /** Undefined if the device does not get ready: it is set up anew after a silence. */
  readonly next: (bytes: readonly number[]) => readonly BusStep[] | undefined;
}

/** A step of a device's set-up. */
export type BusStep = BusWrite | BusQuestion;

/** A device on the I²C bus, by its registers, each a byte. */
export interface BusInput {
  readonly kind: 'bus';
  readonly address: number;
  /** The sensor of the robot's file, for messages. */
  readonly sensor?: { readonly id: string; readonly type: string; readonly title: string };
  /** Chips to look for where this one does not answer; none unless given. */
  readonly mistakenFor?: readonly BusChip[];
  /** Written before it is asked who it is: whatever an earlier host has left, it is as after power-on then. */
  readonly reset?: readonly BusWrite[];
  /** Read first, to find out whether the device is there. */
  readonly identity: BusIdentity;
  /** In this order. */
  readonly setUp: readonly BusStep[];
  /**
   * A register that tells whether the device is still set up: after a power loss it answers, but with another value.
   */
  readonly awake: { readonly register: number; readonly holds: (value: number) => boolean };
  /** As few bytes as needed: each is two on the serial line. */
  readonly data: { readonly register: number; readonly bytes: number };
  /** Null if the device reports that it has measured nothing. */
  readonly read: (bytes: readonly number[]) => Measured | null;
  /** Written after each measurement that was read: the device waits for it before it shows the next one. */
  readonly acknowledge?: { readonly register: number; readonly value: number };
}

export type BoardInput = AnalogInput | DigitalInput | BusInput | SonarInput | DischargeInput;
