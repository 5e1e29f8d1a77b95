/**
 * Honeywell's compass HMC5883L: three fields of 16 bits, big-endian, in the order X, Z, Y; −4096 is an overflow.
 *
 * With x forward, y left and z up, a body at heading θ sees the horizontal field at −θ, so θ = atan2(−Y, X),
 * counter-clockwise from magnetic north. Motors, their currents and steel near it bend the field by tens of degrees:
 * mount it high, and trust it little. Most modules sold under this name carry a QMC5883L, at another address and with
 * other registers: that one does not answer here.
 */

import { ms, type Radians } from '../math/units.js';
import type { SensorDefinition } from '../robot/robot.js';
import type { BusInput } from '../signals/boardInput.js';
import { fromBigEndian, toBigEndian } from './registers.js';

const CONFIG_A = 0x00;
const CONFIG_B = 0x01;
const MODE = 0x02;
const DATA_X_MSB = 0x03;
const IDENTITY_A = 0x0a;

const AVERAGE_8_AT_75_HZ = 0x78;
/** ±1.3 gauss: the earth's field is 0.25 to 0.65. */
const GAIN_1090 = 0x20;
const CONTINUOUS = 0x00;
/** The others may be anything. */
const MODE_BITS = 0x03;

const OVERFLOW = -4096;
/** Of the earth's horizontal field at that gain, 0.2 gauss. */
const FIELD_COUNTS = 218;

/** null where a field was too strong, or where there is none. */
export function headingFromFields(bytes: readonly number[]): Radians | null {
  const [x, z, y] = [0, 2, 4].map((at) => fromBigEndian(bytes[at], bytes[at + 1])) as [
    number,
    number,
    number,
  ];
  const isNothing = (x === 0 && y === 0) || bytes.length < 6;
  return isNothing || [x, y, z].includes(OVERFLOW) ? null : Math.atan2(-y, x);
}

export const fieldsFromHeading = (heading: Radians): readonly number[] =>
  [Math.cos(heading), 0, -Math.sin(heading)].flatMap((share) => toBigEndian(FIELD_COUNTS * share));

/** Upside down it turns the other way; what its zero is then, is learned as ever. */
export const hmc5883l = ({ id, invert = false }: Pick<SensorDefinition, 'id' | 'invert'>): BusInput => ({
  kind: 'bus',
  address: 0x1e,
  identity: { register: IDENTITY_A, value: 'H'.charCodeAt(0) },
  setUp: [
    { register: CONFIG_A, value: AVERAGE_8_AT_75_HZ, rest: 0 },
    { register: CONFIG_B, value: GAIN_1090, rest: 0 },
    { register: MODE, value: CONTINUOUS, rest: ms(30) },
  ],
  awake: { register: MODE, holds: (value) => (value & MODE_BITS) === CONTINUOUS },
  data: { register: DATA_X_MSB, bytes: 6 },
  read: (bytes) => {
    const heading = headingFromFields(bytes);
    return heading === null ? null : { kind: 'heading', sensor: id, heading: invert ? -heading : heading };
  },
});
