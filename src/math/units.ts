/**
 * Units are SI inside the program. The aliases are documentation; the functions convert values that come in. A name has
 * a suffix only if its value is not SI (`pulseUs`, `pwmByte`).
 */

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
/** Share of full motor power, −1 … 1; positive turns the wheel forward. */
export type Duty = number;

export const mm = (value: number): Meters => value / 1000;
export const cm = (value: number): Meters => value / 100;
export const deg = (value: number): Radians => (value * Math.PI) / 180;
export const ms = (value: number): Seconds => value / 1000;
export const grams = (value: number): Kilograms => value / 1000;
