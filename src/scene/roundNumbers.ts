/** Round numbers, 1, 2 or 5 times a power of ten: for grids, axes, scale bars and sliders. */
import type { Meters } from '../math/units.js';

/** The smallest of 1, 2, 5 times a power of ten that is at least `value`. */
export function roundStep(value: number): number {
  if (!(value > 0 && Number.isFinite(value))) return 1;
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const digit = [1, 2, 5, 10].find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10;
  return Number((digit * power).toPrecision(1));
}

/** Metres between grid lines that are at least this many pixels apart. @param scale pixels a metre */
export const gridStep = (scale: number, pixels: number): Meters => roundStep(pixels / scale);

/** Multiples of a step between two numbers. */
export function multiples(step: number, low: number, high: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step);
}

/** A number without rounding errors: `0.2`, `1`, `−10`. */
export const formatNumber = (value: number): string => String(Number(value.toFixed(6)) + 0).replace('-', '−');

/** `2 m`, `20 cm`, `5 mm`. */
export function lengthInWords(length: Meters): string {
  if (length >= 1) return `${Number(length.toPrecision(6))} m`;
  if (length >= 0.01) return `${Number((length * 100).toPrecision(6))} cm`;
  return `${Number((length * 1000).toPrecision(6))} mm`;
}

interface ScaleBar {
  readonly length: Meters;
  readonly pixels: number;
  readonly words: string;
}

/** A bar of a round length, at least `shortest` pixels. */
export function scaleBar(scale: number, shortest = 60): ScaleBar {
  const length = roundStep(shortest / scale);
  return { length, pixels: length * scale, words: lengthInWords(length) };
}
