/** Errors of brightness sensors: parts that differ, light of the room, noise, and the converter's counts. */
import { clamp } from '../../../src/math/geometry.js';
import type { Random } from '../../../src/math/random.js';
import { type Meters, mm } from '../../../src/math/units.js';

/** Chosen; photoresistors and phototransistors of one kind differ more, before their owner has picked a pair. */
const GAIN_SPREAD = 0.05;
/** The room adds up to this to every reading of a sensor. Chosen. */
const MOST_AMBIENT = 0.01;
/** Standard deviation of the noise: this share of the level. Chosen. */
const NOISE_SHARE = 0.02;
/** Of the converter's 10 bits. */
const COUNTS = 1023;
/** Radius of the spot of floor that a reflectance sensor sees; QTR and TCRT5000 are mounted 3 to 10 mm above it. Chosen. */
export const SPOT_RADIUS: Meters = mm(3);

/** What a sensor reports for true levels, from 0 to 1; its gain and its share of the room's light are drawn once in a run. */
export function brightnessReport(chance: Random): (level: number) => number {
  const gain = 1 + GAIN_SPREAD * (2 * chance.uniform() - 1);
  const ambient = MOST_AMBIENT * chance.uniform();
  return (level) => {
    const seen = gain * level * (1 + NOISE_SHARE * chance.gaussian()) + ambient;
    return Math.round(clamp(seen, 0, 1) * COUNTS) / COUNTS;
  };
}
