/** A gyroscope on the I²C bus; its vertical axis is read: z up, so left is positive. */
import type { RadiansPerSecond } from '../math/units.js';
import type { BusInput } from '../signals/boardInput.js';
import { quantity } from '../validation/quantity.js';
import type { RegisterChip } from './registerChip.js';
import { addressed, invertible, noise, turnSensorSchema } from './sensorSchemas.js';
import { sensorType } from './sensorType.js';

/** How a chip is read: its registers. */
export interface BusChipRegisters<Value> extends Pick<BusInput, 'identity' | 'setUp' | 'awake' | 'data'> {
  /** Null if it reports that it has measured nothing. */
  readonly valueOf: (bytes: readonly number[]) => Value | null;
}

interface Gyroscope<T extends string> extends BusChipRegisters<RadiansPerSecond> {
  readonly type: T;
  readonly title: string;
  readonly addresses: readonly [number, ...number[]];
  /** Standard deviation of a rate: the density of the data sheet times √(1.57 × bandwidth that is set). */
  readonly noise: RadiansPerSecond;
  readonly chip: () => RegisterChip;
}

const scaled = {
  /** Upside down, so that left is right. */
  ...invertible,
  /** True turn rate by the one that it tells; default 1. */
  scale: quantity('', { above: 0.5, below: 2 }).exactOptional(),
  ...noise,
};

export const gyroscope = <const T extends string>(of: Gyroscope<T>) => {
  const { identity, setUp, awake, data, addresses } = of;
  return sensorType({
    schema: turnSensorSchema(of.type, { ...scaled, ...addressed(addresses) }),
    title: of.title,
    tells: 'turnRate',
    addresses,
    input: ({ id, address = addresses[0], invert = false, scale = 1 }) => ({
      kind: 'bus',
      address,
      identity,
      setUp,
      awake,
      data,
      read: (bytes) => {
        const rate = of.valueOf(bytes);
        return rate === null
          ? null
          : { kind: 'turnRate', sensor: id, turnRate: (invert ? -scale : scale) * rate };
      },
    }),
    model: (sensor) => ({ kind: 'turnRate', noise: sensor.noise === 'typical' ? of.noise : 0 }),
    chip: of.chip,
  });
};

/** Where the numbers of 16 bits end: a count there only means that it turns at least that fast, so it is not a reading. */
export const SATURATED_COUNT = 32767;
