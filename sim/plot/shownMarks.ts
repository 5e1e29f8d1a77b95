/** The marks that a picture of a run shows. */
import type { Mark } from '../../src/signals/signals.js';
import type { RobotTrace } from '../engine/trace.js';

/**
 * Labels of marks that a picture leaves out: `window`, the circle of some metres round the robot within which
 * `avoidObstacles` searches. It moves with the robot; one at each moment would cover everything else.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['window']);

/** A mark, and the name of the behavior that made it. */
export interface ShownMark {
  readonly behavior: string;
  readonly mark: Mark;
}

/** The marks at all moments of all robots, in order, less those that a picture leaves out. */
export const shownMarks = (traces: readonly RobotTrace[]): readonly ShownMark[] =>
  traces
    .flatMap(({ moments }) => moments.flatMap(({ tick }) => tick.contributions))
    .flatMap(({ behavior, marks }) => marks.map((mark) => ({ behavior, mark })))
    .filter(({ mark }) => !LEFT_OUT.has(mark.label));
