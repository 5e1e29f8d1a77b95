/**
 * The gyroscope of ST's LSM6DS3 and its successors with the same registers (LSM6DS33, LSM6DS3TR-C, LSM6DSO): as
 * `mpu6050`, with other registers. Pololu's Romi and Zumo 32U4, the XRP and the Nano 33 IoT carry one.
 *
 * Sources: registers and scale: STMicroelectronics/lsm6ds3-pid@014317a, lsm6ds3_reg.h, and its .c
 * (lsm6ds3_from_fs1000dps_to_mdps: 35 m°/s a count, at a range of 1000 °/s); identities: 0x69 in
 * arduino-libraries/Arduino_LSM6DS3@03c8270, src/LSM6DS3.cpp, 0x6A in STMicroelectronics/lsm6ds3tr-c-pid@12cbf55,
 * lsm6ds3tr-c_reg.h, 0x6C in STMicroelectronics/lsm6dso-pid@163f39a, lsm6dso_reg.h; addresses 0x6A (SA0 low) and 0x6B: the same
 * two; codes of range and rate: adafruit/Adafruit_LSM6DS@10604b6, Adafruit_LSM6DS.h.
 */
import { deg, ms, type RadiansPerSecond } from '../math/units.js';
import type { Gyroscope } from '../robot/robot.js';
import type { BusInput } from '../signals/boardInput.js';
import { fromLittleEndian, toLittleEndian } from './registerBytes.js';

const WHO_AM_I = 0x0f;
const CTRL2_G = 0x11;
const CTRL3_C = 0x12;
const OUTZ_L_G = 0x26;

/** Of the LSM6DS3 and LSM6DS33; of the LSM6DS3TR-C and LSM6DSL; of the LSM6DSO and LSM6DSOX. */
const [LSM6DS3_IDENTITY, LSM6DS3TR_C_IDENTITY, LSM6DSO_IDENTITY] = [0x69, 0x6a, 0x6c] as const;
/** Both bytes of a number belong together, and the second follows the first. */
const BLOCK_UPDATE_AND_INCREMENT = 0x44;
/** 208 measurements a second, ±1000 °/s. */
const RATE_208_HZ_RANGE_1000 = 0x58;
const RATE_BITS = 0xf0;
const SATURATED_COUNT = 32767;

/** Degrees a second of a count at ±250 °/s, by the code of the range in bits 3 and 2: 250, 500, 1000, 2000. */
const FINEST_COUNT = 8.75e-3;
const rateOfCount = (range: number): RadiansPerSecond => deg(FINEST_COUNT * 2 ** range);
const rangeIn = (config: number): number => (config >> 2) & 3;

/** @param config value of its register CTRL2_G */
export const lsm6ds3Bytes = (turnRate: RadiansPerSecond, config: number): readonly number[] =>
  toLittleEndian(turnRate / rateOfCount(rangeIn(config)));

/**
 * A count is 0.035 °/s, so 16 bits hold 20 rad/s. A count at the end of the range only means that it turns at least that
 * fast, so it is not a reading.
 *
 * @param invert upside down, so that left is right
 * @param scale true turn rate by the one that it tells
 */
export const lsm6ds3 = ({
  id,
  address = 0x6a,
  invert = false,
  scale = 1,
}: Pick<Gyroscope, 'id' | 'address' | 'invert' | 'scale'>): BusInput => ({
  kind: 'bus',
  address,
  identity: {
    register: WHO_AM_I,
    value: LSM6DS3_IDENTITY,
    alike: [LSM6DS3TR_C_IDENTITY, LSM6DSO_IDENTITY],
  },
  // After power-on its gyroscope is off: CTRL2_G is 0.
  setUp: [
    { register: CTRL3_C, value: BLOCK_UPDATE_AND_INCREMENT, rest: 0 },
    { register: CTRL2_G, value: RATE_208_HZ_RANGE_1000, rest: ms(80) },
  ],
  awake: { register: CTRL2_G, holds: (value) => (value & RATE_BITS) !== 0 },
  data: { register: OUTZ_L_G, bytes: 2 },
  read: ([low, high]) => {
    const count = fromLittleEndian(low, high);
    if (Math.abs(count) >= SATURATED_COUNT) return null;
    const turnRate = (invert ? -scale : scale) * count * rateOfCount(rangeIn(RATE_208_HZ_RANGE_1000));
    return { kind: 'turnRate', sensor: id, turnRate };
  },
});
