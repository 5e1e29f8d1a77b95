/** From where to where a slider goes: what the schema allows, and where it leaves that open what is sensible. */
import type { NumberFacts } from './schemaFacts.js';

const MANTISSAS = [1, 2, 5, 10];

/** The next of …, 0.5, 1, 2, 5, 10, … that is not less; x > 0. Written out, so that 0.05 is 0.05. */
export function roundUp(x: number): number {
  const exponent = Math.floor(Math.log10(x));
  const mantissa = MANTISSAS.find((m) => Number(`${m}e${exponent}`) >= x * (1 - 1e-9)) ?? 10;
  return Number(`${mantissa}e${exponent}`);
}

/** How far a value may be turned up from where it starts. */
const TIMES = 4;
/** Of something that starts at 0. */
const FROM_ZERO = 1;

function farEnd(start: number, { unit, default: usual = 0 }: NumberFacts): number {
  const size = Math.max(Math.abs(start), Math.abs(usual));
  if (unit === 'rad') return Math.max(2 * Math.PI, size);
  return size > 0 ? roundUp(TIMES * size) : FROM_ZERO;
}

/** Of what is next to a bound that is itself not allowed: one part in a thousand of the way. */
const nextTo = (way: number): number => roundUp(way / 1000);

/**
 * @param value as it is now: always within
 * @param start as it was first, so that the ends stay where they are while it is turned
 */
export function sliderRange(facts: NumberFacts, value: number, start: number): { min: number; max: number } {
  const { min, max, above, below } = facts.range;
  const far = farEnd(start, facts);
  const low = min ?? above ?? -far;
  const high = Math.max(max ?? below ?? far, low);
  const way = high - low;
  const from = min ?? (above === undefined ? low : above + nextTo(way));
  const to = max ?? (below === undefined ? high : below - nextTo(way));
  return { min: Math.min(from, value), max: Math.max(to, value) };
}
