/**
 * Units are SI inside the program. The aliases are documentation; the functions convert values that come in. A name has
 * a suffix only if its value is not SI (`pulseUs`, `pwmByte`).
 */

import { misuse } from '../validation/caller.js';
import { shown } from '../validation/errors.js';

export type Seconds = number;
export type Hertz = number;
export type Meters = number;
export type MetersPerSecond = number;
export type MetersPerSecondSquared = number;
/** Counter-clockwise positive; a heading is measured from +x and wrapped to (−π, π]. */
export type Radians = number;
export type RadiansPerSecond = number;
export type Kilograms = number;
export type Newtons = number;
export type Volts = number;
export type Amperes = number;
export type Ohms = number;
export type AmpereHours = number;
/** Share of full motor power, −1 … 1; positive turns the wheel forward. */
export type Duty = number;

/** @throws TypeError for a text, whose unit would get lost */
function aNumberFor(unit: string, value: number): number {
  if (typeof value === 'number') return value;
  throw misuse(`${unit}: the value is ${shown(value)}; a number is wanted: ${unit}(90)`);
}

/**
 * Millimeters as meters: `mm(70)` is 0.07.
 *
 * @example
 * ```ts
 * import { mm } from 'steerbot';
 * console.log(mm(5)); // 0.005
 * ```
 */
export const mm = (value: number): Meters => aNumberFor('mm', value) / 1000;
/**
 * Centimeters as meters: `cm(7)` is 0.07.
 *
 * @example
 * ```ts
 * import { cm } from 'steerbot';
 * console.log(cm(5)); // 0.05
 * ```
 */
export const cm = (value: number): Meters => aNumberFor('cm', value) / 100;
/**
 * Degrees as radians: `deg(180)` is π.
 *
 * @example
 * ```ts
 * import { deg } from 'steerbot';
 * console.log(deg(180)); // 3.141592653589793
 * ```
 */
export const deg = (value: number): Radians => (aNumberFor('deg', value) * Math.PI) / 180;
/**
 * Milliseconds as seconds: `ms(20)` is 0.02.
 *
 * @example
 * ```ts
 * import { ms } from 'steerbot';
 * console.log(ms(20)); // 0.02
 * ```
 */
export const ms = (value: number): Seconds => aNumberFor('ms', value) / 1000;
/**
 * Grams as kilograms: `grams(450)` is 0.45.
 *
 * @example
 * ```ts
 * import { grams } from 'steerbot';
 * console.log(grams(500)); // 0.5
 * ```
 */
export const grams = (value: number): Kilograms => aNumberFor('grams', value) / 1000;
