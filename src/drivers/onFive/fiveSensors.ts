/** What johnny-five's parts tell, as readings. */
import { type SensorDefinition, typeOf } from '../../kit/sensors/index.js';
import type { Seconds, Volts } from '../../math/units.js';
import { deg } from '../../math/units.js';
import type { Measured } from '../../signals/boardInput.js';
import { misuse } from '../../validation/caller.js';
import { didYouMean, oneOf } from '../../validation/errors.js';
import { described } from '../../validation/options.js';
import type { FiveButton, FiveGyro, FivePart, FiveProximity, FiveSensor } from './fiveParts.js';

/** How a part is heard: by its `data`, or asked so often, and the reading that it then is. */
export interface Told {
  readonly part: FivePart;
  readonly every?: Seconds;
  readonly read: () => Measured;
}

/**
 * @param sensors of the robot's file: each part has the id of one of them, which says where it sits and what it covers
 * @throws TypeError for an id that is none, or a part that cannot be that sensor
 */
export function sensedBy(sensors: readonly SensorDefinition[], id: string, part: FivePart): Told {
  const sensor = sensors.find((one) => one.id === id);
  if (!sensor) {
    const ids = sensors.map((one) => one.id);
    const known = ids.length > 0 ? `there are ${oneOf(ids)}` : 'it has none; add it to its file';
    throw misuse(`johnnyFiveRobot: the robot has no sensor '${id}'; ${didYouMean(id, ids) || known}`);
  }
  for (const kind of KINDS) {
    const read = kind.read(sensor, part);
    if (read) return { part, read, ...(kind.every !== undefined && { every: kind.every }) };
  }
  const wanted = WANTED[typeOf(sensor).tells] ?? 'nothing of johnny-five';
  throw misuse(
    `johnnyFiveRobot: sensors.${id} is ${described(part)}; for a sensor of type ${sensor.type} ${wanted} is wanted`,
  );
}

const WANTED: Readonly<Record<string, string>> = {
  range: 'a five.Proximity, or for a bumper a five.Button,',
  level: 'a five.Sensor',
  turnRate: 'a five.IMU or a five.Gyro',
};

/** A reading of a part, if the part can be that sensor. */
interface Kind {
  readonly every?: Seconds;
  readonly read: (sensor: SensorDefinition, part: FivePart) => (() => Measured) | undefined;
}

const isNumberIn = (part: unknown, key: string): boolean =>
  typeof Reflect.get(Object(part), key) === 'number';

/** A switch tells only changes: it is asked, so that it is not silent while nothing touches it. */
const SWITCH_PERIOD: Seconds = 0.05;
/** What johnny-five's analog numbers are shares of. */
const SUPPLY: Volts = 5;

const button: Kind = {
  every: SWITCH_PERIOD,
  read: (sensor, part) => {
    const beam = typeOf(sensor).beam?.(sensor);
    if (beam?.farthest !== 0 || typeof Reflect.get(part, 'isDown') !== 'boolean') return undefined;
    const { id } = sensor;
    return () => ({ kind: 'range', sensor: id, distances: [(part as FiveButton).isDown ? 0 : null] });
  },
};

const proximity: Kind = {
  read: (sensor, part) => {
    const beam = typeOf(sensor).beam?.(sensor);
    if (beam?.rays.length !== 1 || beam.farthest === 0 || !('cm' in part)) return undefined;
    const { id } = sensor;
    return () => {
      const distance = (part as FiveProximity).cm / 100;
      // Beyond what it can measure, it has seen nothing.
      return { kind: 'range', sensor: id, distances: [distance > beam.farthest ? null : distance] };
    };
  },
};

/** By the curve that the sensor's type has for a board's own analog pin, whichever that is. */
const analog: Kind = {
  read: (sensor, part) => {
    const input = typeOf(sensor).input?.({ pin: 'A0', ...sensor } as never);
    if (input?.kind !== 'analog' || !isNumberIn(part, 'raw') || 'cm' in part) return undefined;
    const { resolution = ADC_STEPS } = part as FiveSensor;
    return () => input.read((SUPPLY * (part as FiveSensor).raw) / resolution);
  },
};
const ADC_STEPS = 1023;

const gyroscope: Kind = {
  read: (sensor, part) => {
    const gyro: unknown = Reflect.get(part, 'gyro') ?? part;
    if (typeOf(sensor).tells !== 'turnRate' || fieldIn(gyro, 'rate') === undefined) return undefined;
    const { id } = sensor;
    return () => ({ kind: 'turnRate', sensor: id, turnRate: deg((gyro as FiveGyro).rate.z) });
  },
};

const fieldIn = (value: unknown, key: string): unknown => Reflect.get(Object(value), key);

const KINDS: readonly Kind[] = [button, proximity, analog, gyroscope];
