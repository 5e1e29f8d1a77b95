/** A run's criteria in words, as they were met or not. */
import type { CriterionResult } from '../result.js';

/** Millimetres below a metre. */
const meters = (value: number): string =>
  Math.abs(value) < 1 ? `${(value * 1000).toFixed(1)} mm` : `${value.toFixed(2)} m`;
const seconds = (value: number): string => `${value.toFixed(2)} s`;
const share = (value: number): string => value.toFixed(3);

/** Figures that are no length; all others are. */
const FIGURES: Readonly<Record<string, (value: number) => string>> = {
  arrived: seconds,
  'distance.reaches': seconds,
  contacts: String,
  crossings: String,
  polarization: share,
  hidden: share,
};

/** `contacts: 0, at most 0` */
export function verdictWords({ criterion, limit, measured, bound, of }: CriterionResult): string {
  const figure = FIGURES[criterion] ?? meters;
  const found = measured === null ? 'never' : figure(measured);
  const wanted = limit === null ? '' : `, ${bound === 'atLeast' ? 'at least' : 'at most'} ${figure(limit)}`;
  return `${of === undefined ? criterion : `${criterion}, ${of}`}: ${found}${wanted}`;
}
