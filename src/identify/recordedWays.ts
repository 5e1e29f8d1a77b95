/** How far both rims of a recorded robot have come, and the spans in which its drift is told. */
import type { Seconds } from '../math/units.js';
import { declaredFigures, rimWays } from './bodyFigures.js';
import { type CountedWays, countedWays, type IndexSpan, spansOf } from './countedWays.js';
import { perCountOf } from './rolled.js';
import type { DrivenRun } from './runLog.js';

/** By the file's diameter; without encoders as the body of the file would have turned its wheels. */
export function waysOf({ robot, log: { counts, duties } }: DrivenRun): CountedWays {
  if (robot.encoders) return countedWays(counts, perCountOf(robot));
  const at = duties.map((sent) => sent.at);
  return { at, ...rimWays(duties, at, declaredFigures(robot), robot), perCount: 0 };
}

/** Errors of a model of a body last about as long; and a path driven that long shows a turn as a distance. */
export const SPAN: Seconds = 3;

export const recordedSpans = (at: readonly Seconds[]): IndexSpan[] => spansOf(at, SPAN);
