/** From where to where a number may be turned: what the schema allows, and of that what is sensible. */
import type { NumberFacts } from '../schemaFacts.js';

const MANTISSAS = [1, 2, 5, 10];

/** The next of …, 0.5, 1, 2, 5, 10, … that is not less; x > 0. Written out, so that 0.05 is 0.05. */
export function roundUp(x: number): number {
  const exponent = Math.floor(Math.log10(x));
  const mantissa = MANTISSAS.find((m) => Number(`${m}e${exponent}`) >= x * (1 - 1e-9)) ?? 10;
  return Number(`${mantissa}e${exponent}`);
}

/** The next of …, 0.5, 1, 2, 5, 10, … that is not more; x > 0. */
export function roundDown(x: number): number {
  const exponent = Math.floor(Math.log10(x));
  const mantissa = MANTISSAS.findLast((m) => Number(`${m}e${exponent}`) <= x * (1 + 1e-9)) ?? 1;
  return Number(`${mantissa}e${exponent}`);
}

/** How far a value may be turned up or down from where it starts, at most. */
const TIMES = 4;
/** Of something that starts at 0. */
const FROM_ZERO = 1;
/** What was measured of a body is not farther off than this share. */
const MEASURED = 0.25;

interface Ends {
  readonly min: number;
  readonly max: number;
}

/** Short of four times, so that most values stand in the middle third. */
function farEnd(start: number, { unit, range, default: usual = 0 }: NumberFacts): number {
  const size = Math.max(Math.abs(start), Math.abs(usual));
  if (unit === 'rad') return Math.max(2 * Math.PI, size);
  const far = size > 0 ? roundDown(TIMES * size * 0.999) : FROM_ZERO;
  return Math.min(far, range.most ?? far);
}

/** What is next to a bound that is itself not allowed: one part in a thousand of the way. */
const nextTo = (way: number): number => roundUp(way / 1000);

/** Where the schema leaves both sides open: to the side of zero where it stands, to both where it stands at none. */
function endsOf(facts: NumberFacts, start: number): Ends {
  const { min, max, above, below } = facts.range;
  const far = farEnd(start, facts);
  const short = below === undefined ? far : Math.min(far, below - nextTo(far));
  const high = max ?? (start < 0 && below === undefined ? 0 : short);
  const near = above === 0 && max === undefined && facts.unit !== 'rad' && start > 0;
  const beyond = above === undefined ? undefined : above + nextTo(high - above);
  const low = min ?? (near ? roundDown(start / TIMES) : (beyond ?? (start > 0 ? 0 : -far)));
  return { min: low, max: high };
}

const twoDigits = (x: number): number => Number(x.toPrecision(2));

/**
 * @param start as it was first, so that the ends stay where they are while it is turned
 * @param measured a length or a speed of the body itself: near to what it is
 */
export function tunableRange(facts: NumberFacts, start: number, measured: boolean): Ends {
  const near = measured && facts.range.above === 0 && start > 0;
  const { min, max } = near
    ? { min: twoDigits(start * (1 - MEASURED)), max: twoDigits(start * (1 + MEASURED)) }
    : endsOf(facts, start);
  return { min: Math.min(min, start), max: Math.max(max, start) };
}
