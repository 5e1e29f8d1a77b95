/** A sensor that tells a distance by a voltage at one pin, by the curve of its data sheet. */
import type { Hertz, Radians, Seconds } from '../math/units.js';
import type { RangeModel } from './measurementModel.js';
import { type RangeCurve, rangeReadingFrom, voltsFromRange } from './rangeCurve.js';
import { atPin, facingSensorSchema, idealized } from './sensorSchemas.js';
import { sensorType } from './sensorType.js';

interface VoltageRanger<T extends string> {
  readonly type: T;
  readonly title: string;
  readonly curve: RangeCurve;
  /** From right to left; one distance for each, or the nearest of all. */
  readonly rays: readonly Radians[];
  readonly each: boolean;
  readonly rate: Hertz;
  /** Mean age of a value. */
  readonly lag: Seconds;
  readonly model: Omit<RangeModel, 'kind'>;
}

export const voltageRanger = <const T extends string>(of: VoltageRanger<T>) => {
  const { curve, rays, each, rate, lag } = of;
  return sensorType({
    schema: facingSensorSchema(of.type, { ...atPin, ...idealized }),
    title: of.title,
    tells: 'range',
    curve,
    pins: [{ key: 'pin', need: 'analog', terminal: 'OUT', carries: 'sensor signal' }],
    beam: ({ ideal }) => ({
      rays,
      each,
      nearest: curve.nearest,
      farthest: curve.farthest,
      rate,
      ...(!ideal && { lag }),
    }),
    input: ({ id, pin }) =>
      pin === undefined
        ? undefined
        : {
            kind: 'analog',
            pin,
            read: (volts) => ({ kind: 'range', sensor: id, ...rangeReadingFrom(curve, volts) }),
          },
    model: ({ ideal }) => ({ kind: 'range', ...(ideal ? { by: of.model.by } : of.model) }),
    onWire: (_, truth) => voltsFromRange(curve, truth.kind === 'range' ? (truth.distances[0] ?? null) : null),
  });
};
