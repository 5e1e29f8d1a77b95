/**
 * A switch from its pin to ground, which closes before the body touches a thing. Pressed, it reports a distance of 0; free, it reports none. A pull-up
 * holds the pin high while it is not pressed.
 *
 * Safer is a switch that opens when pressed, with `invert`: a broken wire then counts as pressed. With a switch that closes, a
 * broken wire means a bumper that is never pressed.
 */
import type { Meters } from '../../math/units.js';
import { atPin, facingSensorSchema, invertible } from '../sensorSchemas.js';
import { sensorType } from '../sensorType.js';

const distanceFromSwitch = (high: boolean, invert = false): Meters | null => (high === invert ? 0 : null);

export const bumper = sensorType({
  schema: facingSensorSchema('bumper', { ...atPin, ...invertible }),
  title: 'bumper',
  tells: 'range',
  unpowered: true,
  pins: [
    {
      key: 'pin',
      need: 'input',
      terminal: 'switch',
      carries: 'low while it is pressed',
      inverted: 'high while it is pressed',
    },
  ],
  beam: () => ({ rays: [0], each: true, nearest: 0, farthest: 0, rate: 20 }),
  input: ({ id, pin, invert }) =>
    pin === undefined
      ? undefined
      : {
          kind: 'digital',
          pin,
          pullUp: true,
          read: (high) => ({ kind: 'range', sensor: id, distances: [distanceFromSwitch(high, invert)] }),
        },
  model: () => ({ kind: 'touch' }),
  onWire: ({ invert = false }, truth) => {
    const isFree = truth.kind !== 'range' || (truth.distances[0] ?? null) === null;
    return isFree !== invert;
  },
});
