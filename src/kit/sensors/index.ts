/** The types of sensors. A new one is a file in this folder, and a line here. */
import { z } from 'zod';
import type { Reading } from '../../signals/readings.js';
import type { SensorSchema, SensorType } from '../sensorType.js';
import { beacon } from './beacon.js';
import { bno055 } from './bno055.js';
import { bumper } from './bumper.js';
import { gp2y0a21 } from './gp2y0a21.js';
import { gp2y0a41 } from './gp2y0a41.js';
import { hcSr04 } from './hcSr04.js';
import { hmc5883l } from './hmc5883l.js';
import { lidar } from './lidar.js';
import { light } from './light.js';
import { lsm6ds3 } from './lsm6ds3.js';
import { maxsonar } from './maxsonar.js';
import { mpu6050 } from './mpu6050.js';
import { pololuBeacon } from './pololuBeacon.js';
import { qmc5883l } from './qmc5883l.js';
import { qmi8658 } from './qmi8658.js';
import { qtrRc } from './qtrRc.js';
import { reflectance } from './reflectance.js';
import { sonar } from './sonar.js';
import { vl53l0x } from './vl53l0x.js';

const SENSORS = [
  sonar,
  lidar,
  beacon,
  gp2y0a21,
  gp2y0a41,
  maxsonar,
  hcSr04,
  bumper,
  reflectance,
  light,
  qtrRc,
  pololuBeacon,
  mpu6050,
  qmi8658,
  lsm6ds3,
  hmc5883l,
  qmc5883l,
  bno055,
  vl53l0x,
] as const;

type AnySensor = (typeof SENSORS)[number];
type AnySchema = AnySensor['schema'];

/** Told apart by its `type`. */
export type SensorDefinition = AnySensor extends infer Type
  ? Type extends SensorType<infer _, infer Sensor>
    ? Sensor
    : never
  : never;

/** A sensor as it is written in a robot's file. */
export const sensorSchema = z.discriminatedUnion(
  'type',
  SENSORS.map(({ schema }) => schema) as unknown as readonly [AnySchema, ...AnySchema[]],
);

/** Of any sensor: each function takes those of its own type. */
type AnyType = SensorType<SensorSchema, SensorDefinition, SensorDefinition>;

const BY_NAME: ReadonlyMap<string, AnyType> = new Map(
  SENSORS.map((sensor) => [sensor.schema.shape.type.value, sensor as unknown as AnyType]),
);

/** In the order of the list. */
export const SENSOR_TYPES: readonly string[] = [...BY_NAME.keys()];

/** Undefined for a word that is no type. */
export const sensorTypeOf = (type: string): AnyType | undefined => BY_NAME.get(type);

/** The type of a sensor. @throws RangeError for a word that is no type, from a program without types */
export function typeOf({ id, type }: SensorDefinition): AnyType {
  const found = BY_NAME.get(type);
  if (!found)
    throw new RangeError(`the sensor '${id}' is a '${type}'; it is one of ${SENSOR_TYPES.join(', ')}`);
  return found;
}

/** The types whose sensors send such readings. */
export const typesThatTell = (kind: Reading['kind']): readonly string[] =>
  SENSOR_TYPES.filter((type) => sensorTypeOf(type)?.tells === kind);
