/**
 * A type of sensor: all that anything in the project knows of it, in its one file in `kit/sensors`.
 *
 * From there come what may be written in a robot's file, the pins that it takes and what they are for, how a board reads it
 * and what its values mean, how it errs in simulation, and what an emulated board finds on its pins or on its bus.
 */
import type { z } from 'zod';
import type { Meters, Radians, Seconds, Volts } from '../math/units.js';
import type { Mount } from '../robot/mount.js';
import type { Beam } from '../robot/ranger.js';
import type { BoardInput } from '../signals/boardInput.js';
import type { HeadingNoise, Reading } from '../signals/readings.js';
import type { MeasurementModel } from './measurementModel.js';
import type { RangeCurve } from './rangeCurve.js';
import type { RegisterChip } from './registerChip.js';

/** On the body: by which name its readings come, where it sits, and which way it faces. */
export interface Mounted {
  readonly id: string;
  readonly at: readonly [Meters, Meters];
  readonly facing: Radians;
}

/** What a robot's file says of one, with its defaults filled in: it has an id, and faces forward unless it says otherwise. */
export type Defined<Schema extends z.ZodType> = Readonly<Omit<z.output<Schema>, keyof Mounted>> & Mounted;

/** As a program may write one that no board reads: the rest has defaults. */
export type Lenient<Sensor extends Mounted & { readonly type: string }> = Partial<Sensor> &
  Pick<Sensor, 'type' | keyof Mounted>;

export type SensorSchema = z.ZodObject<{ readonly type: z.ZodLiteral<string> } & z.core.$ZodLooseShape>;

/** What a pin of the board must be able to do. */
export type Need = 'pwm' | 'output' | 'input' | 'interrupt' | 'pulse' | 'analog' | 'bus';

/** A pin that the sensor takes, or may take. */
export interface PinNeed {
  /** Its key in the robot's file. */
  readonly key: string;
  /** `level`: a voltage where the pin has a converter, light or dark where it has none. */
  readonly need: Need | 'level';
  /** What it is on the sensor's board, and what it carries, for people. */
  readonly terminal: string;
  readonly carries: string;
  /** What it carries with `invert`. */
  readonly inverted?: string;
  /** It may be left out. */
  readonly optional?: boolean;
  /** The same pin may stand under this key, too: one wire for both. */
  readonly sharedWith?: string;
  /** All sensors of the type have the same, which counts once. */
  readonly ofAll?: boolean;
}

/** A sensor that takes our firmware: Firmata has no message for it. */
export interface TimedByFirmware {
  /** Our firmware has room for so many. */
  readonly most: number;
  /** `this is sonar 5; at most 4 are pinged in turn`: what they are called, and what is done with them. */
  readonly called: string;
  readonly done: string;
  /** `times no echo`: what other firmware does not do, and ours not for motors behind a bus. */
  readonly work: string;
}

export interface SensorType<
  Schema extends SensorSchema = SensorSchema,
  Sensor extends Mounted = Defined<Schema>,
  Written extends Mounted = Defined<Schema>,
> {
  readonly schema: Schema;
  /** For people. */
  readonly title: string;
  readonly tells: 'range' | 'level' | 'bearing' | 'turnRate' | 'heading';
  /** What the controller works with, where that is not what was written. @param all of the robot, as they were written */
  define?(written: Written, all: readonly (Mounted & { readonly type: string })[]): readonly Sensor[];

  /** Missing: no board reads it, or it is on the I²C bus. */
  readonly pins?: readonly PinNeed[];
  /** It needs no supply. */
  readonly unpowered?: true;
  /** On the I²C bus, where its own pins may give it one of these; the first counts unless the robot's file says otherwise. */
  readonly addresses?: readonly [number, ...number[]];
  readonly timed?: TimedByFirmware;

  /** How a board reads it; undefined without its pins. @param all of the robot */
  input?(sensor: Sensor, all?: readonly Mounted[]): BoardInput | undefined;
  /** It tells distances: those that it can measure, and where. */
  beam?(sensor: Sensor): Beam;
  /** It tells distances by a voltage. */
  readonly curve?: RangeCurve;
  /** It tells a level or a bearing. */
  readonly mount?: Pick<Mount, 'senses' | 'halfSector'>;
  /** It tells a heading. */
  readonly headingNoise?: HeadingNoise;

  /** How it measures in simulation. */
  model(sensor: Sensor): MeasurementModel;
  /** On an emulated board: what its wire carries for what it measures, the inverse of its input: volts, whether it is high, seconds. */
  onWire?(sensor: Sensor, truth: Reading): Volts | boolean | Seconds;
  /** On an emulated board's bus. */
  chip?(): RegisterChip;
}

export const sensorType = <Schema extends SensorSchema, Sensor extends Mounted = Defined<Schema>>(
  type: SensorType<Schema, Sensor>,
): SensorType<Schema, Sensor> => type;
