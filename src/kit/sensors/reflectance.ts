/** A phototransistor to ground beside its lamp, which looks at the floor (QTR, TCRT5000): a bright floor pulls the voltage down. */
import { brightnessSensor } from '../brightnessSensor.js';

export const reflectance = brightnessSensor({
  type: 'reflectance',
  title: 'reflectance sensor',
  senses: 'reflectance',
  of: 'floor',
  falls: true,
});
