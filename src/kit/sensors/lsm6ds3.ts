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
import { deg, ms, type RadiansPerSecond } from '../../math/units.js';
import type { Reading } from '../../signals/readings.js';
import { gyroscope, SATURATED_COUNT } from '../gyroscope.js';
import { fromLittleEndian, toLittleEndian } from '../registerBytes.js';
import { RegisterChip } from '../registerChip.js';

const WHO_AM_I = 0x0f;
const CTRL2_G = 0x11;
const CTRL3_C = 0x12;
const OUTZ_L_G = 0x26;

/** Of the LSM6DS3 and LSM6DS33; of the LSM6DS3TR-C and LSM6DSL; of the LSM6DSO and LSM6DSOX. */
const [LSM6DS3_IDENTITY, LSM6DS3TR_C_IDENTITY, LSM6DSO_IDENTITY] = [0x69, 0x6a, 0x6c] as const;
const INCREMENT_BIT = 0x04;
/** Both bytes of a number belong together, and the second follows the first. */
const BLOCK_UPDATE_AND_INCREMENT = 0x40 | INCREMENT_BIT;
/** 208 measurements a second, ±1000 °/s. */
const RATE_208_HZ_RANGE_1000 = 0x58;
const RATE_BITS = 0xf0;

/** Degrees a second of a count at ±250 °/s, by the code of the range in bits 3 and 2: 250, 500, 1000, 2000. */
const FINEST_COUNT = 8.75e-3;
const rateOfCount = (config: number): RadiansPerSecond => deg(FINEST_COUNT * 2 ** ((config >> 2) & 3));

/** Its gyroscope is off until CTRL2_G gives it a rate. */
export class Lsm6ds3Chip extends RegisterChip {
  constructor(identity: number = LSM6DS3_IDENTITY) {
    super({ [WHO_AM_I]: identity, [CTRL3_C]: INCREMENT_BIT });
  }

  override measure(truth: Reading): void {
    const config = this.held(CTRL2_G);
    if (truth.kind === 'turnRate' && config & RATE_BITS)
      this.show(OUTZ_L_G, toLittleEndian(truth.turnRate / rateOfCount(config)));
  }

  protected override increments(): boolean {
    return (this.held(CTRL3_C) & INCREMENT_BIT) !== 0;
  }
}

/** A count is 0.035 °/s, so 16 bits hold 20 rad/s. */
export const lsm6ds3 = gyroscope({
  type: 'lsm6ds3',
  title: 'LSM6DS3',
  addresses: [0x6a, 0x6b],
  // 0.007 °/s/√Hz at 67 Hz.
  noise: deg(0.072),
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
  valueOf: ([low, high]) => {
    const count = fromLittleEndian(low, high);
    return Math.abs(count) >= SATURATED_COUNT ? null : count * rateOfCount(RATE_208_HZ_RANGE_1000);
  },
  chip: () => new Lsm6ds3Chip(),
});
