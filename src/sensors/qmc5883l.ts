/**
 * QST's compass QMC5883L: as `hmc5883l`, for which most modules named GY-271 are sold, at another address and with other
 * registers.
 *
 * Sources: PX4/PX4-Autopilot@25ed6b6, src/drivers/magnetometer/qmc5883l/QST_QMC5883L_registers.hpp (address, identity,
 * registers, set/reset period), and QMC5883L.cpp@050fa47 there (12 000 counts per gauss at ±2 gauss; x forward, y left, z up);
 * codes of rate, range and mode: mprograms/QMC5883LCompass@0087816, src/QMC5883LCompass.cpp.
 */
import { ms, type Radians } from '../math/units.js';
import type { Compass } from '../robot/robot.js';
import type { BusInput } from '../signals/boardInput.js';
import { fromLittleEndian, toLittleEndian } from './registerBytes.js';

const DATA_X_LSB = 0x00;
const CONTROL_1 = 0x09;
const SET_RESET_PERIOD = 0x0b;
const CHIP_ID = 0x0d;

const QMC5883L_IDENTITY = 0xff;
/** As its data sheet recommends. */
const RECOMMENDED_PERIOD = 0x01;
/** 512 samples in the mean, ±2 gauss: the earth's field is 0.25 to 0.65; 100 measurements a second, one after the other. */
const CONTINUOUS_AT_100_HZ = 0x09;
const MODE_BITS = 0x03;
const CONTINUOUS_MODE = 0x01;

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

export const qmc5883lBytes = (heading: Radians): readonly number[] =>
  [Math.cos(heading), -Math.sin(heading), 0].flatMap((share) => toLittleEndian(FIELD_COUNTS * share));

/**
 * Three fields of 16 bits in the order X, Y, Z; θ = atan2(−Y, X), as of an HMC5883L. All six bytes are read: until they
 * are, the chip keeps the old ones.
 *
 * Its identity, 0xFF, is also what an empty bus reads as; but an empty bus acknowledges nothing.
 *
 * @param invert upside down, so it turns the other way; its zero is learned as usual
 */
export const qmc5883l = ({
  id,
  address = 0x0d,
  invert = false,
}: Pick<Compass, 'id' | 'address' | 'invert'>): BusInput => ({
  kind: 'bus',
  address,
  identity: { register: CHIP_ID, value: QMC5883L_IDENTITY },
  setUp: [
    { register: SET_RESET_PERIOD, value: RECOMMENDED_PERIOD, rest: 0 },
    { register: CONTROL_1, value: CONTINUOUS_AT_100_HZ, rest: ms(30) },
  ],
  awake: { register: CONTROL_1, holds: (value) => (value & MODE_BITS) === CONTINUOUS_MODE },
  data: { register: DATA_X_LSB, bytes: 6 },
  read: (bytes) => {
    const heading = headingFromBytes(bytes);
    return heading === null ? null : { kind: 'heading', sensor: id, heading: invert ? -heading : heading };
  },
});
