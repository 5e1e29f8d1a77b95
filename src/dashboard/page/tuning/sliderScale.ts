/** Steps of a slider: round numbers, about two hundred from end to end. */
import { clamp } from '../../../geometry.js';

const STEPS = 200;

/** 1, 2 or 5 times a power of ten, the nearest below a two-hundredth of the span. */
export function stepOf(min: number, max: number): number {
  const span = max - min;
  if (!(span > 0) || !Number.isFinite(span)) return 0.01;
  const rough = span / STEPS;
  const power = 10 ** Math.floor(Math.log10(rough) + 1e-9);
  const digit = [5, 2, 1].find((d) => d * power <= rough * (1 + 1e-9)) ?? 1;
  return Number((digit * power).toPrecision(1));
}

/** Digits behind the point that such steps need. */
export const digitsOf = (step: number): number => clamp(Math.ceil(-Math.log10(step) - 1e-9), 0, 6);

/** As it is typed: no more digits than the number has. */
export function typed(value: number, step: number): string {
  if (!Number.isFinite(value)) return '';
  return String(Number(value.toFixed(digitsOf(step) + 1)));
}
