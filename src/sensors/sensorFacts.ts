/** What the controller knows of a robot's sensors, by their ids. */
import { type SensorDefinition, typeOf } from '../kit/sensors/index.js';
import type { Mount } from '../robot/mount.js';
import type { HeadingNoise, Reading } from '../signals/readings.js';

const byId = <Fact>(
  sensors: readonly SensorDefinition[],
  factOf: (sensor: SensorDefinition) => Fact | undefined,
) =>
  Object.fromEntries(
    sensors.flatMap((sensor) => {
      const fact = factOf(sensor);
      return fact === undefined ? [] : [[sensor.id, fact] as const];
    }),
  ) as Readonly<Record<string, Fact>>;

/** Where the sensors of brightness and of beacons sit on a robot. */
export const mountsOf = (sensors: readonly SensorDefinition[]): Readonly<Record<string, Mount>> =>
  byId(sensors, (sensor) => {
    const { mount } = typeOf(sensor);
    const [x, y] = sensor.at;
    return mount && { ...mount, at: { x, y }, facing: sensor.facing };
  });

/** Which kind of reading each sends: what comes under its name as another kind is not its word. */
export const readingKindsOf = (
  sensors: readonly SensorDefinition[],
): Readonly<Record<string, Reading['kind']>> => byId(sensors, (sensor) => typeOf(sensor).tells);

export const isGyroscope = (
  sensor: SensorDefinition,
): sensor is SensorDefinition & { readonly scale?: number } => typeOf(sensor).tells === 'turnRate';

interface Orientation {
  /** The gyroscope in use: the first of several. */
  readonly gyro?: string;
  /** Noise of each heading sensor, by id. */
  readonly headingNoise?: Readonly<Record<string, HeadingNoise>>;
}

/** The orientation sensors of a robot, with their noise. */
export function orientationOf(sensors: readonly SensorDefinition[]): Orientation {
  const gyro = sensors.find(isGyroscope);
  const headingNoise = byId(sensors, (sensor) => typeOf(sensor).headingNoise);
  return {
    ...(gyro && { gyro: gyro.id }),
    ...(Object.keys(headingNoise).length > 0 && { headingNoise }),
  };
}
