/** Sensors of a body's orientation on the I²C bus: a gyroscope, a compass and one of both, and the noise of all headings. */
import { wrapAngle } from '../math/geometry.js';
import { deg, ms, type Radians, type RadiansPerSecond } from '../math/units.js';
import { isGyroscope } from '../robot/busSensors.js';
import type { Compass, Gyroscope, SensorDefinition } from '../robot/robot.js';
import type { BusInput } from '../signals/boardInput.js';
import type { HeadingNoise } from '../signals/readings.js';
import { fromBigEndian, toBigEndian } from './registerBytes.js';

const WHO_AM_I = 0x75;
/** Of an MPU-6050, an MPU-6500 and an MPU-9250; clones have others. */
const MPU_IDENTITIES = [0x68, 0x70, 0x71];
const MPU6050_CONFIG = 0x1a;
const GYRO_CONFIG = 0x1b;
const GYRO_ZOUT_H = 0x47;
const PWR_MGMT_1 = 0x6b;

/** The chip sleeps after power-on. */
const AWAKE_ON_GYRO_CLOCK = 0x01;
/** 42 Hz, so that sampling at 50 Hz or more folds little noise and vibration into the rate. */
const LOW_PASS_42_HZ = 0x03;
/** n of the range ±250 °/s · 2^n, and its bit in the register. */
const GYRO_RANGE = 2;
const GYRO_RANGE_BIT = 3;
const SATURATED_COUNT = 32767;

const rateOfCount = (range: number): RadiansPerSecond => deg(2 ** range / 131);

/** Null if it turns faster than the sensor can measure. */
export function turnRateFromBytes([high, low]: readonly number[]): RadiansPerSecond | null {
  const count = fromBigEndian(high, low);
  return Math.abs(count) >= SATURATED_COUNT ? null : count * rateOfCount(GYRO_RANGE);
}

/** @param config value of its register GYRO_CONFIG */
export const bytesFromTurnRate = (turnRate: RadiansPerSecond, config: number): readonly number[] =>
  toBigEndian(turnRate / rateOfCount((config >> GYRO_RANGE_BIT) & 3));

/**
 * InvenSense's MPU-6050; the vertical axis of its gyroscope is read: z up, so left is positive.
 *
 * At its finest range, ±250 °/s, a count is 1/131 °/s; each of the three wider ranges doubles both. At ±1000 °/s, 17
 * rad/s, no robot of this kind turns faster, and a count, 0.03 °/s, is still no more than its noise.
 *
 * A count at the end of the range only means that it turns at least that fast, so it is not a reading. The wheels are
 * the better source then.
 *
 * Its zero is up to 20 °/s off (data sheet 6.1), so readings have a bias: estimation learns it while the robot stands.
 * Clones with other identities (MPU-6500, 9250) have these registers too.
 *
 * @param invert upside down, so that left is right
 * @param scale true turn rate by the one that it tells: chips differ by up to 3 % (data sheet 6.1)
 */
export const mpu6050 = ({
  id,
  invert = false,
  scale = 1,
}: Pick<Gyroscope, 'id' | 'invert' | 'scale'>): BusInput => ({
  kind: 'bus',
  address: 0x68,
  identity: { register: WHO_AM_I, alike: MPU_IDENTITIES },
  setUp: [
    { register: PWR_MGMT_1, value: AWAKE_ON_GYRO_CLOCK, rest: ms(30) },
    { register: MPU6050_CONFIG, value: LOW_PASS_42_HZ, rest: 0 },
    { register: GYRO_CONFIG, value: GYRO_RANGE << GYRO_RANGE_BIT, rest: ms(30) },
  ],
  awake: { register: PWR_MGMT_1, holds: (value) => value === AWAKE_ON_GYRO_CLOCK },
  data: { register: GYRO_ZOUT_H, bytes: 2 },
  read: (bytes) => {
    const turnRate = turnRateFromBytes(bytes);
    return turnRate === null
      ? null
      : { kind: 'turnRate', sensor: id, turnRate: (invert ? -scale : scale) * turnRate };
  },
});

const CONFIG_A = 0x00;
const CONFIG_B = 0x01;
const HMC5883L_MODE = 0x02;
const DATA_X_MSB = 0x03;
const IDENTITY_A = 0x0a;

const AVERAGE_8_AT_75_HZ = 0x78;
/** ±1.3 gauss: the earth's field is 0.25 to 0.65. */
const GAIN_1090 = 0x20;
const CONTINUOUS_MODE = 0x00;
/** Mask of the mode; the register's other bits may have any value. */
const HMC5883L_MODE_BITS = 0x03;

const OVERFLOW_COUNT = -4096;
/** Counts of the earth's horizontal field, 0.2 gauss, at that gain. */
const FIELD_COUNTS = 218;

/** Null if a field was too strong, or if there is none. */
export function headingFromFields(bytes: readonly number[]): Radians | null {
  const [x, z, y] = [0, 2, 4].map((at) => fromBigEndian(bytes[at], bytes[at + 1])) as [
    number,
    number,
    number,
  ];
  const isNothing = (x === 0 && y === 0) || bytes.length < 6;
  return isNothing || [x, y, z].includes(OVERFLOW_COUNT) ? null : Math.atan2(-y, x);
}

export const fieldsFromHeading = (heading: Radians): readonly number[] =>
  [Math.cos(heading), 0, -Math.sin(heading)].flatMap((share) => toBigEndian(FIELD_COUNTS * share));

/**
 * Honeywell's compass HMC5883L: three fields of 16 bits, big-endian, in the order X, Z, Y; −4096 is an overflow.
 *
 * With x forward, y left and z up, a body at heading θ sees the horizontal field at −θ, so θ = atan2(−Y, X),
 * counter-clockwise from magnetic north. Motors, their currents and steel near it bend the field by tens of degrees:
 * mount it high, and trust it little. Most modules sold under this name carry a QMC5883L, at another address and with
 * other registers: `qmc5883l`.
 *
 * @param invert upside down, so it turns the other way; its zero is learned as usual
 */
export const hmc5883l = ({ id, invert = false }: Pick<Compass, 'id' | 'invert'>): BusInput => ({
  kind: 'bus',
  address: 0x1e,
  identity: { register: IDENTITY_A, value: 'H'.charCodeAt(0) },
  setUp: [
    { register: CONFIG_A, value: AVERAGE_8_AT_75_HZ, rest: 0 },
    { register: CONFIG_B, value: GAIN_1090, rest: 0 },
    { register: HMC5883L_MODE, value: CONTINUOUS_MODE, rest: ms(30) },
  ],
  awake: { register: HMC5883L_MODE, holds: (value) => (value & HMC5883L_MODE_BITS) === CONTINUOUS_MODE },
  data: { register: DATA_X_MSB, bytes: 6 },
  read: (bytes) => {
    const heading = headingFromFields(bytes);
    return heading === null ? null : { kind: 'heading', sensor: id, heading: invert ? -heading : heading };
  },
});

const BNO055_RADIANS_PER_COUNT: Radians = deg(1 / 16);
const COUNTS_PER_TURN = 360 * 16;
const BNO055_CHIP_ID = 0x00;
const EUL_HEADING_LSB = 0x1a;
const BNO055_UNITS = 0x3b;
const BNO055_MODE = 0x3d;

const BNO055_CHIP_ID_VALUE = 0xa0;
const CONFIG_MODE = 0x00;
const IMU_MODE = 0x08;
/** Mask of the mode; the register's other bits may have any value. */
const BNO055_MODE_BITS = 0x0f;
const DEGREE_UNITS = 0x00;

export const headingFromEuler = ([low = 0, high = 0]: readonly number[]): Radians =>
  wrapAngle(-((high << 8) | low) * BNO055_RADIANS_PER_COUNT);

export function eulerFromHeading(heading: Radians): readonly number[] {
  const counts = Math.round(-wrapAngle(heading) / BNO055_RADIANS_PER_COUNT);
  const held = ((counts % COUNTS_PER_TURN) + COUNTS_PER_TURN) % COUNTS_PER_TURN;
  return [held & 0xff, held >> 8];
}

/**
 * Bosch's BNO055, which works out the orientation by itself: its heading, in 1/16 °, clockwise, little-endian.
 *
 * It is set to its mode IMU, of gyroscope and accelerometer: zero is where it was switched on, and no magnet near the
 * motors turns it. By gravity it knows which way is up, however it is mounted. Modes are changed by way of CONFIGMODE,
 * 19 ms to it and 7 ms from it (data sheet 3.3).
 */
export const bno055 = ({ id }: Pick<Compass, 'id'>): BusInput => ({
  kind: 'bus',
  address: 0x28,
  identity: { register: BNO055_CHIP_ID, value: BNO055_CHIP_ID_VALUE },
  setUp: [
    { register: BNO055_MODE, value: CONFIG_MODE, rest: ms(25) },
    { register: BNO055_UNITS, value: DEGREE_UNITS, rest: 0 },
    { register: BNO055_MODE, value: IMU_MODE, rest: ms(20) },
  ],
  awake: { register: BNO055_MODE, holds: (value) => (value & BNO055_MODE_BITS) === IMU_MODE },
  data: { register: EUL_HEADING_LSB, bytes: 2 },
  read: (bytes) => ({ kind: 'heading', sensor: id, heading: headingFromEuler(bytes) }),
});

const HEADING_NOISE: Readonly<Record<string, HeadingNoise>> = {
  /** Smooth, with slow errors. */
  bno055: { variance: deg(0.5) ** 2, lasting: 0.1 },
  /** Disturbed by the motors' currents: good against drift over a minute, and for nothing faster. */
  hmc5883l: { variance: deg(15) ** 2, lasting: 1 },
  qmc5883l: { variance: deg(15) ** 2, lasting: 1 },
};

interface Orientation {
  /** The gyroscope in use: the first of several. */
  readonly gyro?: string;
  /** Noise of each heading sensor, by id. */
  readonly headingNoise?: Readonly<Record<string, HeadingNoise>>;
}

/** The orientation sensors of a robot, with their noise. */
export function orientationOf(sensors: readonly SensorDefinition[]): Orientation {
  const gyro = sensors.find(isGyroscope);
  const headings = sensors.flatMap(({ id, type }) => {
    const noise = Object.hasOwn(HEADING_NOISE, type) ? HEADING_NOISE[type] : undefined;
    return noise ? [[id, noise] as const] : [];
  });
  return {
    ...(gyro && { gyro: gyro.id }),
    ...(headings.length > 0 && { headingNoise: Object.fromEntries(headings) }),
  };
}
