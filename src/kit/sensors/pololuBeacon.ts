/**
 * One of the four outputs of a Pololu IR Beacon Transceiver: low while the other beacon is on its side, within a quarter turn.
 * It hears its like up to 15 feet away, says its maker. The pull-up makes a broken wire hear nothing.
 */
import { deg } from '../../math/units.js';
import { atPin, facingSensorSchema, noise } from '../sensorSchemas.js';
import { sensorType } from '../sensorType.js';

/** Half of the quarter turn that one output stands for. */
const HALF_SECTOR = deg(45);

export const pololuBeacon = sensorType({
  schema: facingSensorSchema('pololu-beacon', { ...atPin, ...noise }),
  title: 'Pololu IR Beacon Transceiver',
  tells: 'bearing',
  mount: { senses: 'beacon', halfSector: HALF_SECTOR },
  pins: [{ key: 'pin', need: 'input', terminal: 'OUT', carries: 'sensor signal' }],
  input: ({ id, pin }) =>
    pin === undefined
      ? undefined
      : {
          kind: 'digital',
          pin,
          pullUp: true,
          read: (high) => ({ kind: 'bearing', sensor: id, bearing: high ? null : 0 }),
        },
  // The outputs of one transceiver have the same errors: only one of them is on.
  model: (sensor) => ({
    kind: 'bearing',
    range: 4.5,
    sector: HALF_SECTOR,
    source: `pololu ${sensor.at}`,
    noisy: sensor.noise === 'typical',
  }),
  onWire: (_, truth) => truth.kind !== 'bearing' || truth.bearing === null,
});
