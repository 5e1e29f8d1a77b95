/** A sensor that tells brightness by a voltage between 0 and 5 V: 0 dark … 1 bright. */
import { clamp } from '../math/geometry.js';
import type { Volts } from '../math/units.js';
import { isAnalog } from '../robot/pin.js';
import { VOLTS_PER_COUNT } from './boards.js';
import { atPin, facingSensorSchema, invertible, noise } from './sensorSchemas.js';
import { sensorType } from './sensorType.js';

interface Brightness<T extends string> {
  readonly type: T;
  readonly title: string;
  readonly senses: 'reflectance' | 'light';
  readonly of: 'floor' | 'lamps';
  /** Brighter gives a lower voltage. */
  readonly falls: boolean;
}

const SUPPLY_VOLTS = 5;
/** The converter's 1023 counts, each in the middle of its voltages. */
const CONVERTER_COUNTS = 1023;
const HALF_COUNT = 0.5;

export const levelFromVolts = (volts: Volts, falls: boolean): number => {
  const level = clamp((volts / VOLTS_PER_COUNT - HALF_COUNT) / CONVERTER_COUNTS, 0, 1);
  return falls ? 1 - level : level;
};

export const voltsFromLevel = (level: number, falls: boolean): Volts =>
  VOLTS_PER_COUNT * (HALF_COUNT + CONVERTER_COUNTS * (falls ? 1 - level : level));

/** At a pin without a converter the level is 0 or 1: a module with a comparator. `invert`: bright and dark are exchanged. */
export const brightnessSensor = <const T extends string>({ type, title, senses, of, falls }: Brightness<T>) =>
  sensorType({
    schema: facingSensorSchema(type, { ...atPin, ...invertible, ...noise }),
    title,
    tells: 'level',
    mount: { senses },
    pins: [{ key: 'pin', need: 'level', terminal: 'OUT', carries: 'sensor signal' }],
    input: ({ id, pin, invert = false }) => {
      if (pin === undefined) return undefined;
      const read = (volts: Volts) =>
        ({ kind: 'level', sensor: id, level: levelFromVolts(volts, falls !== invert) }) as const;
      if (isAnalog(pin)) return { kind: 'analog', pin, read };
      return { kind: 'digital', pin, pullUp: false, read: (high) => read(high ? SUPPLY_VOLTS : 0) };
    },
    model: (sensor) => ({ kind: 'level', of, noisy: sensor.noise === 'typical' }),
    onWire: ({ invert = false }, truth) =>
      voltsFromLevel(truth.kind === 'level' ? truth.level : 0, falls !== invert),
  });
