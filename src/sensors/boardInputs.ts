/** All inputs of a robot's board, from its file: pins and devices, and the meaning of their values. */

import { type SensorDefinition, typeOf } from '../kit/sensors/index.js';
import type { Meters, Volts } from '../math/units.js';
import type { EncoderDefinition, RobotDefinition } from '../robot/robot.js';
import { asWritten } from '../robot/sweep.js';
import type { AnalogInput, BoardInput } from '../signals/boardInput.js';
import { busInputOf, withMistakes } from './busDevices.js';

export function boardInputs({ sensors, battery }: RobotDefinition): readonly BoardInput[] {
  const inputs = withMistakes(asWritten(sensors).flatMap((sensor) => inputOf(sensor, sensors) ?? []));
  return battery ? [...inputs, batteryInput(battery)] : inputs;
}

/** What the robot's file has and its board cannot read: it measures in simulation only. */
export const unreadSensors = ({ sensors }: Pick<RobotDefinition, 'sensors'>): readonly SensorDefinition[] =>
  asWritten(sensors).filter((sensor) => inputOf(sensor) === undefined);

export const unreadWords = ({ id, type }: SensorDefinition): string =>
  `no board reads '${id}' (${type}): it measures in simulation only, and nothing here`;

/**
 * Undefined if the board has nothing to read: a generic sensor, or one without its pin.
 *
 * @param all of the robot: one that a servo turns is read for all of its directions at once
 */
export const inputOf = (
  sensor: SensorDefinition,
  all: readonly SensorDefinition[] = [],
): BoardInput | undefined => busInputOf(sensor) ?? typeOf(sensor).input?.(sensor, all);

/** Rim distance per count: π·diameter / counts per revolution. */
export const metersPerCount = (diameter: Meters, countsPerRevolution: number): Meters =>
  (Math.PI * diameter) / countsPerRevolution;

/** Whether an encoder cannot tell forward from backward, such as a slotted disc with one light barrier. */
export const hasOneChannel = ({ a, b }: EncoderDefinition): boolean => a !== undefined && b === undefined;

/** Whether each wheel's encoder has one channel, and so counts up both ways. */
export const wheelsThatCountUp = (encoders: RobotDefinition['encoders']) => ({
  left: encoders !== undefined && hasOneChannel(encoders.left),
  right: encoders !== undefined && hasOneChannel(encoders.right),
});

/** Counts between two readings of an int32 counter: `| 0` makes a wrap-around a small step again. */
export const countsBetween = (before: number, after: number): number => (after - before) | 0;

type Battery = NonNullable<RobotDefinition['battery']>;

/** The battery behind a voltage divider: the pin sees its voltage over `divider`. */
export const pinVolts = ({ divider }: Battery, volts: Volts): Volts => volts / divider;

export const batteryInput = (battery: Battery): AnalogInput => ({
  kind: 'analog',
  pin: battery.pin,
  every: 0.2,
  read: (volts) => ({ kind: 'battery', volts: volts * battery.divider }),
});
