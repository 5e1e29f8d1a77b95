/** How large anything of a robot may be, generously: who writes more has forgotten a unit, as in `track: 130`. */

import type { Meters } from '../../math/units.js';
import { quantity } from '../../validation/quantity.js';

/** Nothing of a robot is longer, or mounted farther out. */
export const FARTHEST: Meters = 5;

export const size = quantity('m', { above: 0, most: FARTHEST });
export const mass = quantity('kg', { above: 0, most: 500 });
/** Of what acts late: a link, a motor. */
export const delay = quantity('s', { min: 0, most: 2 });
const FASTEST = 10;
export const speed = quantity('m/s', { above: 0, most: FASTEST });
export const startingSpeed = quantity('m/s', { min: 0, most: FASTEST });
export const acceleration = quantity('m/s²', { above: 0, most: 50 });
/** How far a range sensor sees. */
export const sight = quantity('m', { above: 0, most: 200 });
