/** Sensors on a board's I²C bus: what each type measures, and the addresses that its pins can give it. */
import type { Compass, Gyroscope, SensorDefinition } from './robot.js';

/** On the bus. */
export type BusSensorType = (Gyroscope | Compass)['type'];

interface BusSensor {
  /** The chip's name, for people. */
  readonly title: string;
  readonly measures: 'turnRate' | 'heading';
  /** The first counts unless the robot's file says otherwise. */
  readonly addresses: readonly [number, ...number[]];
}

/** By type. Sources of the addresses: the file in `sensors/` that reads it. */
const BUS_SENSORS: Readonly<Record<BusSensorType, BusSensor>> = {
  mpu6050: { title: 'MPU-6050', measures: 'turnRate', addresses: [0x68] },
  qmi8658: { title: 'QMI8658', measures: 'turnRate', addresses: [0x6b, 0x6a] },
  lsm6ds3: { title: 'LSM6DS3', measures: 'turnRate', addresses: [0x6a, 0x6b] },
  hmc5883l: { title: 'HMC5883L', measures: 'heading', addresses: [0x1e] },
  qmc5883l: { title: 'QMC5883L', measures: 'heading', addresses: [0x0d] },
  bno055: { title: 'BNO055', measures: 'heading', addresses: [0x28] },
};

const isOnBus = (type: string): type is BusSensorType => Object.hasOwn(BUS_SENSORS, type);

export const busSensorOf = (type: string): BusSensor | undefined =>
  isOnBus(type) ? BUS_SENSORS[type] : undefined;

/** The types of all sensors on the bus, or of those that measure this. */
export const busSensorTypes = (measures?: BusSensor['measures']): string[] =>
  Object.entries(BUS_SENSORS)
    .filter(([, sensor]) => measures === undefined || sensor.measures === measures)
    .map(([type]) => type);

export const isGyroscope = (sensor: SensorDefinition): sensor is Gyroscope =>
  busSensorOf(sensor.type)?.measures === 'turnRate';

/** An address as data sheets write it: `0x6B`. */
export const inHex = (address: number): string => `0x${address.toString(16).toUpperCase().padStart(2, '0')}`;
