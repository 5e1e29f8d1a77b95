/** Which of a robot's sensors tell how it is turned, and how far each is to be believed. */

import { deg } from '../math/units.js';
import type { SensorDefinition } from '../robot/robot.js';
import type { HeadingNoise } from '../signals/readings.js';

const HEADING_NOISE: Readonly<Record<string, HeadingNoise>> = {
  /** Smooth, and only slowly wrong. */
  bno055: { variance: deg(0.5) ** 2, lasting: 0.1 },
  /** Bent by the currents of the motors beside it: good against drift over a minute, and for nothing quicker. */
  hmc5883l: { variance: deg(15) ** 2, lasting: 1 },
};

export interface Orientation {
  /** The gyroscope that it turns by: the first of several. */
  readonly gyro?: string;
  /** By sensor, of those that tell a heading. */
  readonly headingNoise?: Readonly<Record<string, HeadingNoise>>;
}

export function orientationOf(sensors: readonly SensorDefinition[]): Orientation {
  const gyro = sensors.find(({ type }) => type === 'mpu6050');
  const headings = sensors.flatMap(({ id, type }) => {
    const noise = Object.hasOwn(HEADING_NOISE, type) ? HEADING_NOISE[type] : undefined;
    return noise ? [[id, noise] as const] : [];
  });
  return {
    ...(gyro && { gyro: gyro.id }),
    ...(headings.length > 0 && { headingNoise: Object.fromEntries(headings) }),
  };
}
