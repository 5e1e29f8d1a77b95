/**
 * How a board reads a sensor, and what the raw numbers mean.
 *
 * `sensors` says it, drivers do it: neither knows the other, and a sensor is one value for both.
 */

import type { Seconds, Volts } from '../math/units.js';
import type { Pin } from '../robot/robot.js';
import type { EncoderReading, PoseReading, Reading } from './readings.js';

type WithoutTime<R extends Reading> = R extends Reading ? Omit<R, 'at'> : never;

/** A reading that has not got its time yet: whoever fetches it knows when. */
export type Measured = WithoutTime<Exclude<Reading, EncoderReading | PoseReading>>;

/** The converter of an Arduino at 5 V: 10 bits, so a count n stands for voltages from n to n + 1 of these. */
export const VOLTS_PER_COUNT: Volts = 5 / 1024;

/** A voltage; the board samples it. */
export interface AnalogInput {
  readonly kind: 'analog';
  readonly pin: Pin;
  /** No more often is it told: what changes slowly would only fill a recording. */
  readonly every?: Seconds;
  readonly read: (volts: Volts) => Measured;
}

/** High or low; the board tells when it changes. */
export interface DigitalInput {
  readonly kind: 'digital';
  readonly pin: Pin;
  /** A switch to ground, which the board must hold high while it is open. */
  readonly pullUp: boolean;
  readonly read: (high: boolean) => Measured;
}

/** A device on the I²C bus, by its registers, each a byte. */
export interface BusInput {
  readonly kind: 'bus';
  readonly address: number;
  /** Read first, to find out whether it is there; any answer will do unless a value is wanted. */
  readonly identity: { readonly register: number; readonly value?: number };
  /** Written in this order; the device needs the rest before it hears the next. */
  readonly setUp: readonly { readonly register: number; readonly value: number; readonly rest: Seconds }[];
  /** What a register holds while it is set up; one that has lost its power for a moment answers on, but not so. */
  readonly awake: { readonly register: number; readonly holds: (value: number) => boolean };
  /** As few bytes as needed: each is two on the serial line. */
  readonly data: { readonly register: number; readonly bytes: number };
  /** null where the device says that it has measured nothing. */
  readonly read: (bytes: readonly number[]) => Measured | null;
}

export type BoardInput = AnalogInput | DigitalInput | BusInput;
