/** A photoresistor to the supply, which looks at lamps: brighter gives a higher voltage. */
import { brightness } from '../brightness.js';

export const light = brightness({
  type: 'light',
  title: 'light sensor',
  senses: 'light',
  of: 'lamps',
  falls: false,
});
