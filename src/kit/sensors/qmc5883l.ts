/**
 * QST's compass QMC5883L: as `hmc5883l`, for which most modules named GY-271 are sold, at another address and with other
 * registers.
 *
 * Sources: PX4/PX4-Autopilot@25ed6b6, src/drivers/magnetometer/qmc5883l/QST_QMC5883L_registers.hpp (address, identity,
 * registers, set/reset period), and QMC5883L.cpp@050fa47 there (12 000 counts per gauss at ±2 gauss; x forward, y left, z up);
 * codes of rate, range and mode: mprograms/QMC5883LCompass@0087816, src/QMC5883LCompass.cpp.
 */
import { ms, type Radians } from '../../math/units.js';
import type { Reading } from '../../signals/readings.js';
import { compass } from '../compass.js';
import { fromLittleEndian, toLittleEndian } from '../registerBytes.js';
import { RegisterChip } from '../registerChip.js';

const DATA_X_LSB = 0x00;
const CONTROL_1 = 0x09;
const CONTROL_2 = 0x0a;
const SET_RESET_PERIOD = 0x0b;
const CHIP_ID = 0x0d;

/** Also what an empty bus reads as; but an empty bus acknowledges nothing. */
const IDENTITY = 0xff;
/** As its data sheet recommends. */
const RECOMMENDED_PERIOD = 0x01;
/** 512 samples in the mean, ±2 gauss: the earth's field is 0.25 to 0.65; 100 measurements a second, one after the other. */
const CONTINUOUS_AT_100_HZ = 0x09;
const MODE_BITS = 0x03;
const CONTINUOUS_MODE = 0x01;
const SOFT_RESET_BIT = 0x80;

/** Where the numbers end; a field at or beyond it was too strong. */
const SATURATED_COUNT = 32767;
/** Counts of the earth's horizontal field, 0.2 gauss: 12 000 are one gauss. */
const FIELD_COUNTS = 2400;

/** Null if a field was too strong, or if there is none. */
function headingFromBytes(bytes: readonly number[]): Radians | null {
  if (bytes.length < 6) return null;
  const [x = 0, y = 0, z = 0] = [0, 2, 4].map((at) => fromLittleEndian(bytes[at], bytes[at + 1]));
  const isNothing = x === 0 && y === 0;
  const isTooStrong = [x, y, z].some((field) => Math.abs(field) >= SATURATED_COUNT);
  return isNothing || isTooStrong ? null : Math.atan2(-y, x);
}

/** On standby at power-on; it measures in its continuous mode. */
export class Qmc5883lChip extends RegisterChip {
  constructor() {
    super({ [CHIP_ID]: IDENTITY });
  }

  override measure(truth: Reading): void {
    const mode = this.held(CONTROL_1) & MODE_BITS;
    if (truth.kind !== 'heading' || mode !== CONTINUOUS_MODE) return;
    const fields = [Math.cos(truth.heading), -Math.sin(truth.heading), 0];
    this.show(
      DATA_X_LSB,
      fields.flatMap((share) => toLittleEndian(FIELD_COUNTS * share)),
    );
  }

  protected override written(register: number, value: number): void {
    super.written(register, value);
    if (register !== CONTROL_2 || !(value & SOFT_RESET_BIT)) return;
    for (const each of [CONTROL_1, CONTROL_2]) this.show(each, [0]);
  }
}

/** Three fields of 16 bits in the order X, Y, Z. All six bytes are read: until they are, the chip keeps the old ones. */
export const qmc5883l = compass({
  type: 'qmc5883l',
  title: 'QMC5883L',
  addresses: [0x0d],
  identity: { register: CHIP_ID, value: IDENTITY },
  setUp: [
    { register: SET_RESET_PERIOD, value: RECOMMENDED_PERIOD, rest: 0 },
    { register: CONTROL_1, value: CONTINUOUS_AT_100_HZ, rest: ms(30) },
  ],
  awake: { register: CONTROL_1, holds: (value) => (value & MODE_BITS) === CONTINUOUS_MODE },
  data: { register: DATA_X_LSB, bytes: 6 },
  valueOf: headingFromBytes,
  chip: () => new Qmc5883lChip(),
});
