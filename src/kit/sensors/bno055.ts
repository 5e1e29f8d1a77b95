/**
 * Bosch's BNO055, which works out the orientation by itself: its heading, in 1/16 °, clockwise, little-endian.
 *
 * It is set to its mode IMU, of gyroscope and accelerometer: zero is where it was switched on, and no magnet near the motors
 * turns it. By gravity it knows which way is up, however it is mounted. Modes are changed by way of CONFIGMODE, 19 ms to it and
 * 7 ms from it (data sheet 3.3).
 */
import { wrapAngle } from '../../math/geometry.js';
import { deg, ms, type Radians } from '../../math/units.js';
import type { Reading } from '../../signals/readings.js';
import { RegisterChip } from '../registerChip.js';
import { turnSensorSchema } from '../sensorSchemas.js';
import { sensorType } from '../sensorType.js';

const CHIP_ID = 0x00;
const EUL_HEADING_LSB = 0x1a;
const UNITS = 0x3b;
const MODE = 0x3d;

const IDENTITY = 0xa0;
const CONFIG_MODE = 0x00;
const IMU_MODE = 0x08;
/** The register's other bits may have any value. */
const MODE_BITS = 0x0f;
const DEGREE_UNITS = 0x00;

const RADIANS_PER_COUNT: Radians = deg(1 / 16);
const COUNTS_PER_TURN = 360 * 16;

const headingFromBytes = ([low = 0, high = 0]: readonly number[]): Radians =>
  wrapAngle(-((high << 8) | low) * RADIANS_PER_COUNT);

function bytesFromHeading(heading: Radians): readonly number[] {
  const counts = Math.round(-wrapAngle(heading) / RADIANS_PER_COUNT);
  const held = ((counts % COUNTS_PER_TURN) + COUNTS_PER_TURN) % COUNTS_PER_TURN;
  return [held & 0xff, held >> 8];
}

/** Its heading is that of the mode IMU, with zero where the mode was set. */
export class Bno055Chip extends RegisterChip {
  #zero: Radians | undefined;

  constructor() {
    super({ [CHIP_ID]: IDENTITY });
  }

  override measure(truth: Reading): void {
    if (truth.kind !== 'heading' || this.held(MODE) !== IMU_MODE) return;
    this.#zero ??= truth.heading;
    this.show(EUL_HEADING_LSB, bytesFromHeading(truth.heading - this.#zero));
  }

  /** While it works only its mode can be changed. */
  protected override written(register: number, value: number): void {
    if (register !== MODE && this.held(MODE) !== CONFIG_MODE) return;
    if (register === MODE && value === CONFIG_MODE) this.#zero = undefined;
    super.written(register, value);
  }
}

export const bno055 = sensorType({
  schema: turnSensorSchema('bno055', {}),
  title: 'BNO055',
  tells: 'heading',
  addresses: [0x28],
  // Smooth, with slow errors.
  headingNoise: { variance: deg(0.5) ** 2, lasting: 0.1 },
  input: ({ id }) => ({
    kind: 'bus',
    address: 0x28,
    identity: { register: CHIP_ID, value: IDENTITY },
    setUp: [
      { register: MODE, value: CONFIG_MODE, rest: ms(25) },
      { register: UNITS, value: DEGREE_UNITS, rest: 0 },
      { register: MODE, value: IMU_MODE, rest: ms(20) },
    ],
    awake: { register: MODE, holds: (value) => (value & MODE_BITS) === IMU_MODE },
    data: { register: EUL_HEADING_LSB, bytes: 2 },
    read: (bytes) => ({ kind: 'heading', sensor: id, heading: headingFromBytes(bytes) }),
  }),
  model: () => ({ kind: 'heading', rate: 100, from: 'start', noisy: false }),
  chip: () => new Bno055Chip(),
});
