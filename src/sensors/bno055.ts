/**
 * Bosch's BNO055, which works out the orientation by itself: its heading, in 1/16 °, clockwise, little-endian.
 *
 * It is set to its mode IMU, of gyroscope and accelerometer: zero is where it was switched on, and no magnet near the
 * motors turns it. By gravity it knows which way is up, however it is mounted. Modes are changed by way of CONFIGMODE,
 * 19 ms to it and 7 ms from it (data sheet 3.3).
 */

import { wrapAngle } from '../math/geometry.js';
import { deg, ms, type Radians } from '../math/units.js';
import type { SensorDefinition } from '../robot/robot.js';
import type { BusInput } from '../signals/boardInput.js';

const PER_COUNT: Radians = deg(1 / 16);
const COUNTS_A_TURN = 360 * 16;
const CHIP_ID = 0x00;
const EUL_HEADING_LSB = 0x1a;
const UNIT_SEL = 0x3b;
const OPR_MODE = 0x3d;

const IS_BNO055 = 0xa0;
const CONFIG_MODE = 0x00;
const IMU_MODE = 0x08;
/** The others may be anything. */
const MODE_BITS = 0x0f;
const DEGREES = 0x00;

export const headingFromEuler = ([low = 0, high = 0]: readonly number[]): Radians =>
  wrapAngle(-((high << 8) | low) * PER_COUNT);

export function eulerFromHeading(heading: Radians): readonly number[] {
  const counts = Math.round(-wrapAngle(heading) / PER_COUNT);
  const held = ((counts % COUNTS_A_TURN) + COUNTS_A_TURN) % COUNTS_A_TURN;
  return [held & 0xff, held >> 8];
}

export const bno055 = ({ id }: Pick<SensorDefinition, 'id'>): BusInput => ({
  kind: 'bus',
  address: 0x28,
  identity: { register: CHIP_ID, value: IS_BNO055 },
  setUp: [
    { register: OPR_MODE, value: CONFIG_MODE, rest: ms(25) },
    { register: UNIT_SEL, value: DEGREES, rest: 0 },
    { register: OPR_MODE, value: IMU_MODE, rest: ms(20) },
  ],
  awake: { register: OPR_MODE, holds: (value) => (value & MODE_BITS) === IMU_MODE },
  data: { register: EUL_HEADING_LSB, bytes: 2 },
  read: (bytes) => ({ kind: 'heading', sensor: id, heading: headingFromEuler(bytes) }),
});
