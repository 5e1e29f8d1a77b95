/** Round numbers: steps of the grid, and a scale bar that says how long it is. */
import type { Meters } from '../../../../math/units.js';

/** The smallest of 1, 2, 5 times a power of ten that is at least `value`. */
export function roundStep(value: number): number {
  if (!(value > 0 && Number.isFinite(value))) return 1;
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const digit = [1, 2, 5, 10].find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10;
  return Number((digit * power).toPrecision(1));
}

/** Metres between grid lines that stand at least so many pixels apart. */
export const gridStep = (scale: number, pixels: number): Meters => roundStep(pixels / scale);

/** `2 m`, `20 cm`, `5 mm`. */
export function lengthInWords(length: Meters): string {
  if (length >= 1) return `${Number(length.toPrecision(6))} m`;
  if (length >= 0.01) return `${Number((length * 100).toPrecision(6))} cm`;
  return `${Number((length * 1000).toPrecision(6))} mm`;
}

export interface ScaleBar {
  readonly length: Meters;
  readonly pixels: number;
  readonly words: string;
}

/** A bar of a round length, at least `shortest` pixels. */
export function scaleBar(scale: number, shortest = 60): ScaleBar {
  const length = roundStep(shortest / scale);
  return { length, pixels: length * scale, words: lengthInWords(length) };
}
