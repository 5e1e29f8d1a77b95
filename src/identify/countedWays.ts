/** How far both rims of a robot came by its counts, in steps, and in the spans in which a model of them is judged. */
import type { Meters, Radians, Seconds } from '../math/units.js';
import { countsBetween } from '../sensors/boardInputs.js';
import type { EncoderReading } from '../signals/readings.js';
import type { Side } from '../signals/signals.js';

/** How far both rims have come at some instants, by the file's diameter. */
export interface RimWays {
  readonly left: Float64Array;
  readonly right: Float64Array;
}

export interface CountedWays extends RimWays {
  readonly at: readonly Seconds[];
  /** Of the coarser encoder; 0 without encoders. */
  readonly perCount: Meters;
}

/** @param perCount rim travel of a count by the robot's file */
export function countedWays(
  counts: readonly EncoderReading[],
  perCount: Readonly<Record<Side, Meters>>,
): CountedWays {
  const of = (side: Side): Float64Array => {
    const ways = new Float64Array(counts.length);
    for (let i = 1; i < counts.length; i++) {
      const [before, now] = [counts[i - 1], counts[i]];
      const news = before && now ? countsBetween(before[side], now[side]) * perCount[side] : 0;
      ways[i] = (ways[i - 1] as number) + news;
    }
    return ways;
  };
  return {
    at: counts.map(({ at }) => at),
    left: of('left'),
    right: of('right'),
    perCount: Math.max(perCount.left, perCount.right),
  };
}

/** Of the mean of both rims, forward or back. */
export function wayIn({ left, right }: RimWays, [from, to]: IndexSpan): Meters {
  let way = 0;
  for (let i = from; i < to; i++) way += (Math.abs(movedAfter(left, i)) + Math.abs(movedAfter(right, i))) / 2;
  return way;
}

/** From one reading to the next. */
export const movedAfter = (way: Float64Array, i: number): Meters =>
  (way[i + 1] as number) - (way[i] as number);

// Spans ---------------------------------------------------------------------------------------------------

/** Indexes of the first and of the last reading. */
export type IndexSpan = readonly [from: number, to: number];

/** Stretches of a length; what is left at the end is one more, if `rest` says so. */
export function spansOf(at: readonly Seconds[], length: Seconds, rest = false): IndexSpan[] {
  const spans: IndexSpan[] = [];
  let from = 0;
  for (let i = 0; i < at.length; i++) {
    const isLast = rest && i === at.length - 1;
    if ((at[i] as number) - (at[from] as number) < length && !isLast) continue;
    spans.push([from, i]);
    from = i;
  }
  return spans;
}

/** The errors of a wheel's ways in each span, each about its mean: where a span begins is not its error. */
export const aboutMeans = (told: Float64Array, seen: Float64Array, spans: readonly IndexSpan[]): number[][] =>
  spans.map(([from, to]) => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += (told[i] as number) - (seen[i] as number);
    const mean = sum / (to - from);
    const errors: number[] = [];
    for (let i = from; i < to; i++) errors.push((told[i] as number) - (seen[i] as number) - mean);
    return errors;
  });

// Steps ---------------------------------------------------------------------------------------------------

/** A short motion, by the robot's file. */
export interface RolledStep {
  readonly from: Seconds;
  readonly at: Seconds;
  readonly left: Meters;
  readonly right: Meters;
  /** By the gyroscope without its bias; null without one. */
  readonly turned: Radians | null;
}

/** Readings closer than this become one step. */
const STEP_TIME: Seconds = 0.08;

/** The ways as steps of both wheels. @param turnedUntil by the gyroscope; undefined without one */
export function stepsIn(
  { at, left, right }: CountedWays,
  turnedUntil?: (at: Seconds) => Radians,
): RolledStep[] {
  const steps: RolledStep[] = [];
  let last = 0;
  for (let i = 1; i < at.length; i++) {
    const [from, to] = [at[last] as number, at[i] as number];
    if (to - from < STEP_TIME && i < at.length - 1) continue;
    steps.push({
      from,
      at: to,
      left: (left[i] as number) - (left[last] as number),
      right: (right[i] as number) - (right[last] as number),
      turned: turnedUntil ? turnedUntil(to) - turnedUntil(from) : null,
    });
    last = i;
  }
  return steps;
}
