/** A photoresistor to the supply, which looks at lamps: brighter gives a higher voltage. */
import { brightnessSensor } from '../brightnessSensor.js';

export const light = brightnessSensor({
  type: 'light',
  title: 'light sensor',
  senses: 'light',
  of: 'lamps',
  falls: false,
});
