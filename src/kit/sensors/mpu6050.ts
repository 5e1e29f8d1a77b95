/**
 * InvenSense's gyroscope MPU-6050.
 *
 * At its finest range, ±250 °/s, a count is 1/131 °/s; each of the three wider ranges doubles both. At ±1000 °/s, 17 rad/s, no
 * robot of this kind turns faster, and a count, 0.03 °/s, is still no more than its noise.
 *
 * Its zero is up to 20 °/s off, so readings have a bias: estimation learns it while the robot stands; and its scale by up to 3 %
 * (data sheet 6.1). Its pin AD0 chooses the address. Clones with other identities (MPU-6500, 9250) have these registers too.
 */
import { deg, ms, type RadiansPerSecond } from '../../math/units.js';
import type { Reading } from '../../signals/readings.js';
import { gyroscope, SATURATED_COUNT } from '../gyroscope.js';
import { fromBigEndian, toBigEndian } from '../registerBytes.js';
import { RegisterChip } from '../registerChip.js';

const CONFIG = 0x1a;
const GYRO_CONFIG = 0x1b;
const GYRO_ZOUT_H = 0x47;
const PWR_MGMT_1 = 0x6b;
const WHO_AM_I = 0x75;

/** Of an MPU-6050, an MPU-6500 and an MPU-9250; clones have others. */
const IDENTITIES = [0x68, 0x70, 0x71] as const;
/** The chip sleeps after power-on. */
const SLEEP_BIT = 0x40;
const AWAKE_ON_GYRO_CLOCK = 0x01;
/** 42 Hz, so that sampling at 50 Hz or more folds little noise and vibration into the rate. */
const LOW_PASS_42_HZ = 0x03;
/** n of the range ±250 °/s · 2^n, and its bit in the register. */
const GYRO_RANGE = 2;
const GYRO_RANGE_BIT = 3;

const rateOfCount = (range: number): RadiansPerSecond => deg(2 ** range / 131);

/** Asleep until it is woken, with a configurable range. */
export class Mpu6050Chip extends RegisterChip {
  constructor() {
    super({ [WHO_AM_I]: IDENTITIES[0], [PWR_MGMT_1]: SLEEP_BIT });
  }

  override measure(truth: Reading): void {
    if (truth.kind !== 'turnRate') return;
    const isAsleep = this.held(PWR_MGMT_1) & SLEEP_BIT;
    const range = (this.held(GYRO_CONFIG) >> GYRO_RANGE_BIT) & 3;
    this.show(GYRO_ZOUT_H, isAsleep ? [0, 0] : toBigEndian(truth.turnRate / rateOfCount(range)));
  }
}

export const mpu6050 = gyroscope({
  type: 'mpu6050',
  title: 'MPU-6050',
  addresses: [0x68, 0x69],
  // 0.005 °/s/√Hz at 42 Hz.
  noise: deg(0.041),
  identity: { register: WHO_AM_I, alike: IDENTITIES },
  setUp: [
    { register: PWR_MGMT_1, value: AWAKE_ON_GYRO_CLOCK, rest: ms(30) },
    { register: CONFIG, value: LOW_PASS_42_HZ, rest: 0 },
    { register: GYRO_CONFIG, value: GYRO_RANGE << GYRO_RANGE_BIT, rest: ms(30) },
  ],
  awake: { register: PWR_MGMT_1, holds: (value) => value === AWAKE_ON_GYRO_CLOCK },
  data: { register: GYRO_ZOUT_H, bytes: 2 },
  valueOf: ([high, low]) => {
    const count = fromBigEndian(high, low);
    return Math.abs(count) >= SATURATED_COUNT ? null : count * rateOfCount(GYRO_RANGE);
  },
  chip: () => new Mpu6050Chip(),
});
