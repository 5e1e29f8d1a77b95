/** How far both rims of a recorded robot have come, and the spans in which a model of them is judged. */
import type { Meters, Seconds } from '../../math/units.js';
import { countsBetween } from '../../sensors/boardInputs.js';
import type { RolledStep } from '../calibrate/fit/rolled.js';
import { perCountOf } from '../calibrate/fit/rolled.js';
import { declaredFigures, type RimWays, rimWays } from './bodyFigures.js';
import type { RecordedRun } from './recordedRun.js';

export interface CountedWays extends RimWays {
  readonly at: readonly Seconds[];
  /** Of the coarser encoder; 0 without encoders. */
  readonly perCount: Meters;
}

/** By the file's diameter; without encoders as the body of the file would have turned its wheels. */
export function waysOf(run: RecordedRun): CountedWays {
  return run.robot.encoders ? countedWays(run) : toldWays(run);
}

function toldWays({ robot, log: { duties } }: RecordedRun): CountedWays {
  const at = duties.map((sent) => sent.at);
  return { at, ...rimWays(duties, at, declaredFigures(robot), robot), perCount: 0 };
}

function countedWays({ robot, log: { counts } }: RecordedRun): CountedWays {
  const perCount = perCountOf(robot);
  const of = (side: 'left' | 'right'): Float64Array => {
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

/** Indexes of the first and of the last reading. */
export type IndexSpan = readonly [from: number, to: number];

/** Errors of a model of a body last about as long; and a path driven that long shows a turn as a distance. */
export const SPAN: Seconds = 3;

export function spansOf(at: readonly Seconds[]): IndexSpan[] {
  const spans: IndexSpan[] = [];
  let from = 0;
  for (let i = 0; i < at.length; i++) {
    if ((at[i] as number) - (at[from] as number) < SPAN) continue;
    spans.push([from, i]);
    from = i;
  }
  return spans;
}

/** Readings closer than this become one step. */
const STEP_TIME: Seconds = 0.08;

/** The ways as steps of both wheels. */
export function stepsIn({ at, left, right }: CountedWays): RolledStep[] {
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
      turned: null,
    });
    last = i;
  }
  return steps;
}
