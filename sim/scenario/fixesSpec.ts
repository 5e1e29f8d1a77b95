/** What a scenario's `fixes` are: something outside that tells every robot its place. */
import { z } from 'zod';
import type { Hertz, Meters, Seconds } from '../../src/math/units.js';
import { quantity } from '../../src/validation/quantity.js';

export interface FixesSpec {
  readonly rate: Hertz;
  readonly delay: Seconds;
  /** σ of x and of y. */
  readonly deviation: Meters;
  /** Share of the fixes that are wrong, and by how much, in any direction. */
  readonly outliers: number;
  readonly far: Meters;
}

/** `{ rate: 10 Hz, delay: 250 ms, deviation: 0.1 m, outliers: 0.05 }` */
export const fixesSchema = z.strictObject({
  rate: quantity('Hz', { above: 0, most: 100 }).default(10),
  delay: quantity('s', { min: 0, most: 2 }).default(0.25),
  deviation: quantity('m', { above: 0 }).default(0.1),
  outliers: quantity('', { min: 0, max: 1 }).default(0),
  far: quantity('m', { min: 0 }).default(0.5),
});
