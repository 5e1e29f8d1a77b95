/** Which of a robot's sensors tell how it is turned, and how far each is to be believed. */
import type { SensorDefinition } from '../robot.js';
import { deg, type Seconds } from '../units.js';

/** Variance of a heading times how long its error lasts [rad²·s]: a sensor read twice as often tells no more. */
export type HeadingNoise = number;

const lasting = (standardDeviation: number, time: Seconds): HeadingNoise => standardDeviation ** 2 * time;

const HEADING_NOISE: Readonly<Record<string, HeadingNoise>> = {
  /** Smooth, and only slowly wrong. */
  bno055: lasting(deg(0.5), 0.1),
  /** Bent by the currents of the motors beside it: good against drift over a minute, and for nothing quicker. */
  hmc5883l: lasting(deg(15), 1),
};

export interface Orientation {
  /** The gyroscope that it turns by: the first of several. */
  readonly gyro?: string;
  /** By sensor, of those that tell a heading. */
  readonly headingNoise?: Readonly<Record<string, HeadingNoise>>;
}

export function orientationOf(sensors: readonly SensorDefinition[]): Orientation {
  const gyro = sensors.find(({ type }) => type === 'mpu6050');
  const headings = sensors.flatMap(({ id, type }) =>
    Object.hasOwn(HEADING_NOISE, type) ? [[id, HEADING_NOISE[type] ?? 0] as const] : [],
  );
  return {
    ...(gyro && { gyro: gyro.id }),
    ...(headings.length > 0 && { headingNoise: Object.fromEntries(headings) }),
  };
}
