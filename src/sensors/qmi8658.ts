/**
 * The gyroscope of QST's QMI8658 (A and C): as `mpu6050`, with other registers.
 *
 * Sources: QMI8658C data sheet, rev. A, June 2022 (±16 to ±1024 °/s; sensitivity ±3 %; 15 m°/s/√Hz; right-handed axes,
 * counter-clockwise positive: rev. 0.6, 2.4); registers, scale and identity: nopnop2002/esp-idf-qmi8658@acd97a0,
 * components/QMI8658/Qmi8658.h and .cpp; the filter: lewisxhe/SensorLib@0aebfef, src/SensorQMI8658.hpp
 * (configGyroscope, LpfMode); CTRL1 = 0x40 and the order of the bytes: Elegoo's own program for its Smart Robot Car, as in
 * dading105/QMI8658C-arduino@009465c, QMI8658C.cpp.
 */
import { deg, ms, type RadiansPerSecond } from '../math/units.js';
import type { Gyroscope } from '../robot/robot.js';
import type { BusInput } from '../signals/boardInput.js';
import { fromLittleEndian, toLittleEndian } from './registerBytes.js';

const WHO_AM_I = 0x00;
const CTRL1 = 0x02;
const CTRL3 = 0x04;
const CTRL5 = 0x06;
const CTRL7 = 0x08;
const GYR_Z_L = 0x3f;

const QMI8658_IDENTITY = 0x05;
/** Without the increment the second byte would be the first again; the low byte comes first. */
const AUTO_INCREMENT_LITTLE_ENDIAN = 0x40;
/** n of the range ±16 °/s · 2^n in bits 6 to 4, and a rate of 235 Hz in the lower four. */
const GYRO_RANGE = 6;
const GYRO_RANGE_BIT = 4;
const RATE_235_HZ = 0x05;
/** 13.37 % of the rate: 31 Hz, so that sampling at 50 Hz folds little noise and vibration into the rate. */
const LOW_PASS_31_HZ = 0x70;
const GYRO_ON = 0x02;
const SATURATED_COUNT = 32767;

/** Full scale is 2^15 counts: 2048 counts for 1 °/s at the finest range. */
const rateOfCount = (range: number): RadiansPerSecond => deg(2 ** range / 2048);

/** @param config value of its register CTRL3 */
export const qmi8658Bytes = (turnRate: RadiansPerSecond, config: number): readonly number[] =>
  toLittleEndian(turnRate / rateOfCount((config >> GYRO_RANGE_BIT) & 7));

/**
 * At ±1024 °/s, 18 rad/s, no robot of this kind turns faster, and a count is 1/32 °/s. A count at the end of the range
 * only means that it turns at least that fast, so it is not a reading.
 *
 * @param invert upside down, so that left is right
 * @param scale true turn rate by the one that it tells: chips differ by up to 3 %
 */
export const qmi8658 = ({
  id,
  address = 0x6b,
  invert = false,
  scale = 1,
}: Pick<Gyroscope, 'id' | 'address' | 'invert' | 'scale'>): BusInput => ({
  kind: 'bus',
  address,
  identity: { register: WHO_AM_I, value: QMI8658_IDENTITY },
  // Its settings are made while it rests; CTRL7 starts it, and tells by being 0 that it lost its power.
  setUp: [
    { register: CTRL7, value: 0, rest: 0 },
    { register: CTRL1, value: AUTO_INCREMENT_LITTLE_ENDIAN, rest: 0 },
    { register: CTRL3, value: (GYRO_RANGE << GYRO_RANGE_BIT) | RATE_235_HZ, rest: 0 },
    { register: CTRL5, value: LOW_PASS_31_HZ, rest: 0 },
    { register: CTRL7, value: GYRO_ON, rest: ms(150) },
  ],
  awake: { register: CTRL7, holds: (value) => (value & GYRO_ON) !== 0 },
  data: { register: GYR_Z_L, bytes: 2 },
  read: ([low, high]) => {
    const count = fromLittleEndian(low, high);
    if (Math.abs(count) >= SATURATED_COUNT) return null;
    const turnRate = (invert ? -scale : scale) * count * rateOfCount(GYRO_RANGE);
    return { kind: 'turnRate', sensor: id, turnRate };
  },
});
