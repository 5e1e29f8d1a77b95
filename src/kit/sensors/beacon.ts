/** A sensor of beacons that no board reads: for simulation, and for programs that send its readings. It measures the direction. */
import type { Meters } from '../../math/units.js';
import { facingSensorSchema, noise, sensorRange } from '../sensorSchemas.js';
import { type Defined, type Lenient, sensorType } from '../sensorType.js';

const RANGE: Meters = 5;

const schema = facingSensorSchema('beacon', { range: sensorRange.default(RANGE), ...noise });

export const beacon = sensorType<typeof schema, Lenient<Defined<typeof schema>>>({
  schema,
  title: 'beacon sensor',
  tells: 'bearing',
  mount: { senses: 'beacon' },
  model: ({ id, range = RANGE, noise }) => ({
    kind: 'bearing',
    range,
    source: id,
    noisy: noise === 'typical',
  }),
});
