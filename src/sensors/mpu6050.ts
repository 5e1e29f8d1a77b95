/**
 * InvenSense's MPU-6050, of which the gyroscope's vertical axis is read: z up, so that left is positive.
 *
 * At ±250 °/s a count is 1/131 °/s. Its zero is up to 20 °/s off (data sheet 6.1), so that a reading carries its bias:
 * estimation learns it while the robot stands. Clones with other identities (MPU-6500, 9250) have these registers too.
 */
import type { BusInput } from '../boardInput.js';
import { deg, ms, type RadiansPerSecond } from '../units.js';
import { fromBigEndian, toBigEndian } from './registers.js';

const PER_COUNT: RadiansPerSecond = deg(1 / 131);
const WHO_AM_I = 0x75;
const CONFIG = 0x1a;
const GYRO_CONFIG = 0x1b;
const GYRO_ZOUT_H = 0x47;
const PWR_MGMT_1 = 0x6b;

/** Asleep when power comes on. */
const AWAKE_ON_GYRO_CLOCK = 0x01;
/** 42 Hz, so that sampling at 50 Hz or more folds little noise and vibration into the rate. */
const LOW_PASS_42_HZ = 0x03;
const RANGE_250 = 0x00;

export const turnRateFromBytes = ([high, low]: readonly number[]): RadiansPerSecond =>
  fromBigEndian(high, low) * PER_COUNT;

export const bytesFromTurnRate = (turnRate: RadiansPerSecond): readonly number[] =>
  toBigEndian(turnRate / PER_COUNT);

export const mpu6050 = (sensor: string): BusInput => ({
  kind: 'bus',
  address: 0x68,
  identity: { register: WHO_AM_I },
  setUp: [
    { register: PWR_MGMT_1, value: AWAKE_ON_GYRO_CLOCK, rest: ms(30) },
    { register: CONFIG, value: LOW_PASS_42_HZ, rest: 0 },
    { register: GYRO_CONFIG, value: RANGE_250, rest: ms(30) },
  ],
  awake: { register: PWR_MGMT_1, holds: (value) => value === AWAKE_ON_GYRO_CLOCK },
  data: { register: GYRO_ZOUT_H, bytes: 2 },
  read: (bytes) => ({ kind: 'turnRate', sensor, turnRate: turnRateFromBytes(bytes) }),
});
