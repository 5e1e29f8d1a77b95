/**
 * A compass on the I²C bus. With x forward, y left and z up, a body at heading θ sees the horizontal field at −θ, so
 * θ = atan2(−Y, X), counter-clockwise from magnetic north.
 *
 * Motors, their currents and steel near it bend the field by tens of degrees: mount it high, and trust it little. It is good
 * against drift over a minute, and for nothing faster.
 */
import { deg, type Radians } from '../math/units.js';
import type { BusChipRegisters } from './gyroscope.js';
import type { RegisterChip } from './registerChip.js';
import { invertible, noise, turnSensorSchema } from './sensorSchemas.js';
import { sensorType } from './sensorType.js';

interface Compass<T extends string> extends BusChipRegisters<Radians> {
  readonly type: T;
  readonly title: string;
  readonly addresses: readonly [number];
  readonly chip: () => RegisterChip;
}

/** Upside down (`invert`) it turns the other way; its zero is learned as usual. */
export const compass = <const T extends string>(of: Compass<T>) => {
  const { identity, setUp, awake, data, addresses } = of;
  return sensorType({
    schema: turnSensorSchema(of.type, { ...invertible, ...noise }),
    title: of.title,
    tells: 'heading',
    addresses,
    headingNoise: { variance: deg(15) ** 2, lasting: 1 },
    input: ({ id, invert = false }) => ({
      kind: 'bus',
      address: addresses[0],
      identity,
      setUp,
      awake,
      data,
      read: (bytes) => {
        const heading = of.valueOf(bytes);
        return heading === null
          ? null
          : { kind: 'heading', sensor: id, heading: invert ? -heading : heading };
      },
    }),
    model: (sensor) => ({ kind: 'heading', rate: 75, from: 'north', noisy: sensor.noise === 'typical' }),
    chip: of.chip,
  });
};
