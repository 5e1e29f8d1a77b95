/**
 * Pololu's QTR-RC: it looks at the floor, and is charged and discharges through its phototransistor, the faster the brighter
 * the floor is. Level = 1 − t/2.5 ms, where 2.5 ms is the longest time to which our firmware measures, as Pololu's library:
 * black.
 */
import { clamp } from '../../math/geometry.js';
import type { Seconds } from '../../math/units.js';
import { atPin, facingSensorSchema, noise, pinSchema } from '../sensorSchemas.js';
import { sensorType } from '../sensorType.js';

const LONGEST_DISCHARGE: Seconds = 2.5e-3;
/** Over the brightest floor. */
const SHORTEST_DISCHARGE: Seconds = 50e-6;

export const qtrRc = sensorType({
  schema: facingSensorSchema('qtr-rc', { ...atPin, ...noise, emitters: pinSchema.exactOptional() }),
  title: 'QTR-RC',
  tells: 'level',
  mount: { senses: 'reflectance' },
  pins: [
    { key: 'pin', need: 'input', terminal: 'OUT', carries: 'sensor signal' },
    // One pin switches the lamps of all of them; without it they are always on.
    {
      key: 'emitters',
      need: 'output',
      terminal: 'LEDON',
      carries: 'lamps of all',
      optional: true,
      ofAll: true,
    },
  ],
  timed: { most: 8, called: 'qtr-rc sensor', done: 'measured', work: 'times no discharge' },
  input: ({ id, pin, emitters }) =>
    pin === undefined
      ? undefined
      : {
          kind: 'discharge',
          pin,
          ...(emitters !== undefined && { emitters }),
          read: (time) => ({ kind: 'level', sensor: id, level: clamp(1 - time / LONGEST_DISCHARGE, 0, 1) }),
        },
  model: (sensor) => ({ kind: 'level', of: 'floor', noisy: sensor.noise === 'typical' }),
  onWire: (_, truth) =>
    SHORTEST_DISCHARGE + (truth.kind === 'level' ? 1 - truth.level : 1) * LONGEST_DISCHARGE,
});
