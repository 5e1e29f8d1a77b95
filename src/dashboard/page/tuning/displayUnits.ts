/** Units as a reader wants them: small lengths in mm, short times in ms, angles in degrees. */
import type { Tunable } from '../../../signals/view.js';

/** A smaller value is shown in the smaller unit. */
const SMALL = 0.1;
const SMALL_UNITS: Readonly<Record<string, string>> = { m: 'mm', s: 'ms', 'm/s': 'mm/s' };

export interface DisplayUnit {
  readonly unit: string;
  /** Shown values are SI values times this. */
  readonly factor: number;
}

/** It goes by the value before tuning, so that the unit stays while the value changes. */
export function displayUnit({ unit, value, initial = value }: Tunable): DisplayUnit {
  if (unit === 'rad') return { unit: '°', factor: 180 / Math.PI };
  const small = SMALL_UNITS[unit];
  const isSmall = initial !== 0 && Math.abs(initial) < SMALL;
  return small && isSmall ? { unit: small, factor: 1000 } : { unit, factor: 1 };
}

const SIGNIFICANT_DIGITS = 12;

/** Without the noise of the multiplication: 70, not 70.00000000000001. */
const rounded = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS));

/** The same number in its shown unit. */
export function shown(tunable: Tunable): Tunable & { readonly initial: number; readonly factor: number } {
  const { unit, factor } = displayUnit(tunable);
  const { value, min, max, initial = value } = tunable;
  const scaled = (si: number): number => rounded(si * factor);
  return {
    ...{ ...tunable, unit, factor },
    ...{ value: scaled(value), min: scaled(min), max: scaled(max), initial: scaled(initial) },
  };
}

/** A shown value in SI. */
export const inSi = (value: number, factor: number): number => rounded(value / factor);
