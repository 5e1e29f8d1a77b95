/**
 * How bright it is, 0 dark … 1 bright, from a voltage between 0 and 5 V.
 *
 * `light` is a photoresistor towards the supply: brighter is a higher voltage. `reflectance` is a phototransistor
 * towards ground beside its lamp (QTR, TCRT5000): a bright floor pulls the voltage down. `invert` is for the opposite.
 */

import { clamp } from '../math/geometry.js';
import type { Volts } from '../math/units.js';
import { VOLTS_PER_COUNT } from '../signals/boardInput.js';

export type BrightnessType = 'reflectance' | 'light';

export const isBrightness = (type: string): type is BrightnessType =>
  type === 'reflectance' || type === 'light';

/** The converter's 1023 counts, each in the middle of its voltages. */
const COUNTS = 1023;
const MIDDLE = 0.5;

const isFalling = (type: BrightnessType, invert: boolean): boolean => (type === 'reflectance') !== invert;

export function levelFromVolts(type: BrightnessType, volts: Volts, invert = false): number {
  const level = clamp((volts / VOLTS_PER_COUNT - MIDDLE) / COUNTS, 0, 1);
  return isFalling(type, invert) ? 1 - level : level;
}

export const voltsFromLevel = (type: BrightnessType, level: number, invert = false): Volts =>
  VOLTS_PER_COUNT * (MIDDLE + COUNTS * (isFalling(type, invert) ? 1 - level : level));
