/**
 * The gyroscope of QST's QMI8658 (A and C): as `mpu6050`, with other registers.
 *
 * Sources: QMI8658C data sheet, rev. A, June 2022 (±16 to ±1024 °/s; sensitivity ±3 %; 15 m°/s/√Hz; right-handed axes,
 * counter-clockwise positive: rev. 0.6, 2.4); registers, scale and identity: nopnop2002/esp-idf-qmi8658@acd97a0,
 * components/QMI8658/Qmi8658.h and .cpp; the filter: lewisxhe/SensorLib@0aebfef, src/SensorQMI8658.hpp
 * (configGyroscope, LpfMode); CTRL1 = 0x40 and the order of the bytes: Elegoo's own program for its Smart Robot Car, as in
 * dading105/QMI8658C-arduino@009465c, QMI8658C.cpp.
 */
import { deg, ms, type RadiansPerSecond } from '../../math/units.js';
import type { Reading } from '../../signals/readings.js';
import { gyroscope, SATURATED_COUNT } from '../gyroscope.js';
import { fromLittleEndian, toLittleEndian } from '../registerBytes.js';
import { RegisterChip } from '../registerChip.js';

const WHO_AM_I = 0x00;
const CTRL1 = 0x02;
const CTRL3 = 0x04;
const CTRL5 = 0x06;
const CTRL7 = 0x08;
const GYR_Z_L = 0x3f;

const IDENTITY = 0x05;
/** Without the increment the second byte would be the first again; the low byte comes first. */
const INCREMENT_BIT = 0x40;
const BIG_ENDIAN_BIT = 0x20;
/** n of the range ±16 °/s · 2^n in bits 6 to 4, and a rate of 235 Hz in the lower four. */
const GYRO_RANGE = 6;
const GYRO_RANGE_BIT = 4;
const RATE_235_HZ = 0x05;
/** 13.37 % of the rate: 31 Hz, so that sampling at 50 Hz folds little noise and vibration into the rate. */
const LOW_PASS_31_HZ = 0x70;
const GYRO_ON = 0x02;

/** Full scale is 2^15 counts: 2048 counts for 1 °/s at the finest range. */
const rateOfCount = (range: number): RadiansPerSecond => deg(2 ** range / 2048);

/**
 * Its gyroscope is off until CTRL7 turns it on, it goes on to the next register only if CTRL1 says so, and at power-on the high
 * byte of a number comes first (CTRL1 is 0x20 then: jhansche/esphome-qmi8658@e6d738f, components/qmi8658/qmi8658_reg.h).
 */
export class Qmi8658Chip extends RegisterChip {
  constructor() {
    super({ [WHO_AM_I]: IDENTITY, [CTRL1]: BIG_ENDIAN_BIT });
  }

  override measure(truth: Reading): void {
    if (truth.kind !== 'turnRate' || !(this.held(CTRL7) & GYRO_ON)) return;
    const range = (this.held(CTRL3) >> GYRO_RANGE_BIT) & 7;
    const bytes = toLittleEndian(truth.turnRate / rateOfCount(range));
    this.show(GYR_Z_L, this.held(CTRL1) & BIG_ENDIAN_BIT ? bytes.toReversed() : bytes);
  }

  protected override increments(): boolean {
    return (this.held(CTRL1) & INCREMENT_BIT) !== 0;
  }
}

/** At ±1024 °/s, 18 rad/s, no robot of this kind turns faster, and a count is 1/32 °/s. */
export const qmi8658 = gyroscope({
  type: 'qmi8658',
  title: 'QMI8658',
  addresses: [0x6b, 0x6a],
  noise: deg(0.105),
  identity: { register: WHO_AM_I, value: IDENTITY },
  // Its settings are made while it rests; CTRL7 starts it, and tells by being 0 that it lost its power.
  setUp: [
    { register: CTRL7, value: 0, rest: 0 },
    { register: CTRL1, value: INCREMENT_BIT, rest: 0 },
    { register: CTRL3, value: (GYRO_RANGE << GYRO_RANGE_BIT) | RATE_235_HZ, rest: 0 },
    { register: CTRL5, value: LOW_PASS_31_HZ, rest: 0 },
    { register: CTRL7, value: GYRO_ON, rest: ms(150) },
  ],
  awake: { register: CTRL7, holds: (value) => (value & GYRO_ON) !== 0 },
  data: { register: GYR_Z_L, bytes: 2 },
  valueOf: ([low, high]) => {
    const count = fromLittleEndian(low, high);
    return Math.abs(count) >= SATURATED_COUNT ? null : count * rateOfCount(GYRO_RANGE);
  },
  chip: () => new Qmi8658Chip(),
});
