/**
 * InvenSense's MPU-6050, of which the gyroscope's vertical axis is read: z up, so that left is positive.
 *
 * At its finest range, ±250 °/s, a count is 1/131 °/s, and each of the three steps to a wider one doubles both. At
 * ±1000 °/s, 17 rad/s, no robot of this kind turns faster, and a count, 0.03 °/s, is still no more than its noise.
 *
 * Guards robots: a count at the end of its range says only that it turns at least so fast, and is no reading. The
 * wheels know better.
 *
 * Its zero is up to 20 °/s off (data sheet 6.1), so that a reading carries its bias: estimation learns it while the
 * robot stands. Clones with other identities (MPU-6500, 9250) have these registers too.
 */

import { deg, ms, type RadiansPerSecond } from '../math/units.js';
import type { SensorDefinition } from '../robot/robot.js';
import type { BusInput } from '../signals/boardInput.js';
import { fromBigEndian, toBigEndian } from './registers.js';

const WHO_AM_I = 0x75;
const CONFIG = 0x1a;
const GYRO_CONFIG = 0x1b;
const GYRO_ZOUT_H = 0x47;
const PWR_MGMT_1 = 0x6b;

/** Asleep when power comes on. */
const AWAKE_ON_GYRO_CLOCK = 0x01;
/** 42 Hz, so that sampling at 50 Hz or more folds little noise and vibration into the rate. */
const LOW_PASS_42_HZ = 0x03;
/** ±250 °/s · 2^n, and where its register has n. */
const RANGE = 2;
const RANGE_BIT = 3;
const SATURATED = 32767;

const perCount = (range: number): RadiansPerSecond => deg(2 ** range / 131);

/** null where it turns faster than it can tell. */
export function turnRateFromBytes([high, low]: readonly number[]): RadiansPerSecond | null {
  const count = fromBigEndian(high, low);
  return Math.abs(count) >= SATURATED ? null : count * perCount(RANGE);
}

/** @param config what its register GYRO_CONFIG holds */
export const bytesFromTurnRate = (turnRate: RadiansPerSecond, config: number): readonly number[] =>
  toBigEndian(turnRate / perCount((config >> RANGE_BIT) & 3));

/** Upside down left is right. */
export const mpu6050 = ({ id, invert = false }: Pick<SensorDefinition, 'id' | 'invert'>): BusInput => ({
  kind: 'bus',
  address: 0x68,
  identity: { register: WHO_AM_I },
  setUp: [
    { register: PWR_MGMT_1, value: AWAKE_ON_GYRO_CLOCK, rest: ms(30) },
    { register: CONFIG, value: LOW_PASS_42_HZ, rest: 0 },
    { register: GYRO_CONFIG, value: RANGE << RANGE_BIT, rest: ms(30) },
  ],
  awake: { register: PWR_MGMT_1, holds: (value) => value === AWAKE_ON_GYRO_CLOCK },
  data: { register: GYRO_ZOUT_H, bytes: 2 },
  read: (bytes) => {
    const turnRate = turnRateFromBytes(bytes);
    return turnRate === null
      ? null
      : { kind: 'turnRate', sensor: id, turnRate: invert ? -turnRate : turnRate };
  },
});
