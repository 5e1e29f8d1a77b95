/**
 * Honeywell's compass HMC5883L: three fields of 16 bits, big-endian, in the order X, Z, Y; −4096 is an overflow. Most modules
 * sold under this name carry a QMC5883L, at another address and with other registers: `qmc5883l`.
 */
import { ms, type Radians } from '../../math/units.js';
import type { Reading } from '../../signals/readings.js';
import { compass } from '../compass.js';
import { fromBigEndian, toBigEndian } from '../registerBytes.js';
import { RegisterChip } from '../registerChip.js';

const CONFIG_A = 0x00;
const CONFIG_B = 0x01;
const MODE = 0x02;
const DATA_X_MSB = 0x03;
const IDENTITY_A = 0x0a;

/** `H43` in three registers. */
const IDENTITY = [0x48, 0x34, 0x33] as const;
const AVERAGE_8_AT_75_HZ = 0x78;
/** ±1.3 gauss: the earth's field is 0.25 to 0.65. */
const GAIN_1090 = 0x20;
const CONTINUOUS_MODE = 0x00;
const SINGLE_MODE = 0x01;
/** The register's other bits may have any value. */
const MODE_BITS = 0x03;

const OVERFLOW_COUNT = -4096;
/** Counts of the earth's horizontal field, 0.2 gauss, at that gain. */
const FIELD_COUNTS = 218;

/** Null if a field was too strong, or if there is none. */
function headingFromFields(bytes: readonly number[]): Radians | null {
  if (bytes.length < 6) return null;
  const [x = 0, z = 0, y = 0] = [0, 2, 4].map((at) => fromBigEndian(bytes[at], bytes[at + 1]));
  const isNothing = x === 0 && y === 0;
  return isNothing || [x, y, z].includes(OVERFLOW_COUNT) ? null : Math.atan2(-y, x);
}

/** It measures in its continuous mode. */
export class Hmc5883lChip extends RegisterChip {
  constructor() {
    super({ [CONFIG_A]: 0x10, [CONFIG_B]: GAIN_1090, [MODE]: SINGLE_MODE });
    this.show(IDENTITY_A, IDENTITY);
  }

  override measure(truth: Reading): void {
    if (truth.kind !== 'heading' || this.held(MODE) !== CONTINUOUS_MODE) return;
    const fields = [Math.cos(truth.heading), 0, -Math.sin(truth.heading)];
    this.show(
      DATA_X_MSB,
      fields.flatMap((share) => toBigEndian(FIELD_COUNTS * share)),
    );
  }
}

export const hmc5883l = compass({
  type: 'hmc5883l',
  title: 'HMC5883L',
  addresses: [0x1e],
  identity: { register: IDENTITY_A, value: IDENTITY[0] },
  setUp: [
    { register: CONFIG_A, value: AVERAGE_8_AT_75_HZ, rest: 0 },
    { register: CONFIG_B, value: GAIN_1090, rest: 0 },
    { register: MODE, value: CONTINUOUS_MODE, rest: ms(30) },
  ],
  awake: { register: MODE, holds: (value) => (value & MODE_BITS) === CONTINUOUS_MODE },
  data: { register: DATA_X_MSB, bytes: 6 },
  valueOf: headingFromFields,
  chip: () => new Hmc5883lChip(),
});
