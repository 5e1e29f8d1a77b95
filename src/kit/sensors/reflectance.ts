/** A phototransistor to ground beside its lamp, which looks at the floor (QTR, TCRT5000): a bright floor pulls the voltage down. */
import { brightness } from '../brightness.js';

export const reflectance = brightness({
  type: 'reflectance',
  title: 'reflectance sensor',
  senses: 'reflectance',
  of: 'floor',
  falls: true,
});
