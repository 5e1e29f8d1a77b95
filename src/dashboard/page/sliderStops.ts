/** The stops of a slider: round numbers, about two hundred from end to end, and given values that are not round. */

const SLIDER_STEPS = 200;
/** A lower end near zero must not change the step. */
const STEP_TOLERANCE = 1.01;

/** 1, 2 or 5 times a power of ten, the nearest below a two-hundredth of the span. */
export function sliderStep(min: number, max: number): number {
  const span = max - min;
  if (!(span > 0) || !Number.isFinite(span)) return 0.01;
  const rough = (span / SLIDER_STEPS) * STEP_TOLERANCE;
  const power = 10 ** Math.floor(Math.log10(rough));
  const digit = [5, 2, 1].find((d) => d * power <= rough) ?? 1;
  return Number((digit * power).toPrecision(1));
}

/** Ascending: both ends, the multiples of a round step between them, and given values: the file's, and a typed one. */
export function sliderStops(min: number, max: number, meant: readonly number[]): readonly number[] {
  const step = sliderStep(min, max);
  const exact = [min, max, ...meant.filter((value) => value > min && value < max)];
  const isNear = (value: number) => exact.some((other) => Math.abs(other - value) < step * 1e-6);
  const round: number[] = [];
  for (let i = Math.ceil(min / step); i * step <= max; i++) {
    const value = Number((i * step).toPrecision(12));
    if (!isNear(value)) round.push(value);
  }
  return [...new Set([...exact, ...round])].sort((a, b) => a - b);
}

/** The index of the nearest stop. */
export function nearestStop(stops: readonly number[], value: number): number {
  let best = 0;
  for (const [i, stop] of stops.entries())
    if (Math.abs(stop - value) < Math.abs((stops[best] ?? stop) - value)) best = i;
  return best;
}
