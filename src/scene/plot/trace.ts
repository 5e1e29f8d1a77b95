/** What a picture of a run shows: the scene, and of each robot the line that it drove, and some moments on the way. */
import type { Pose, Vec2 } from '../../math/geometry.js';
import type { Meters, Radians, Seconds } from '../../math/units.js';
import type { Tick } from '../../signals/signals.js';
import type { FrameView, RobotView } from '../../signals/view.js';
import type { BodyShape } from '../bodies.js';
import type { DrawnScene } from '../extent.js';

/** The true pose of a body when its model computed a tick. */
export interface Moment {
  readonly pose: Pose;
  readonly tick: Tick;
}

export interface RobotTrace extends BodyShape {
  readonly id: string;
  /** The true positions of the axle's middle, from the start. */
  readonly line: readonly Vec2[];
  /** Indices of the line's points that the body was put at, without driving there; default none. */
  readonly jumps?: readonly number[];
  /** At equal intervals, the first tick among them. */
  readonly moments: readonly Moment[];
  readonly finalPose: Pose;
  /** Where on the line each step of its mission began, in their order; default none. */
  readonly steps?: readonly TracedStep[];
  /** Every tick of a run of a minute, fewer of a longer one; default none. */
  readonly samples?: readonly BodySample[];
}

/** A step of a mission: its leaves that ran, by their paths, from that point of the line on. */
export interface TracedStep {
  readonly from: number;
  readonly step: string;
}

/** One tick: where the body truly was, what its wheels were granted, and their duties. */
export interface BodySample extends Pick<Tick, 'granted' | 'duties'> {
  readonly at: Seconds;
  readonly pose: Pose;
}

/** How far a body was off its path. */
export interface PathError {
  readonly at: Seconds;
  /** From the nearest point of the path to the body, left of the path positive. */
  readonly cross: Meters;
  /** Of the body less that of the path. */
  readonly heading: Radians;
}

/** A robot as it was sent off. */
export type SentRobot = Pick<RobotView, 'id' | 'radius' | 'mission' | 'limits' | 'ghost'> & {
  readonly start: Pose;
};

/** A run to be drawn. */
export interface PlottedRun extends Omit<DrawnScene, 'robots'> {
  readonly name: string;
  readonly robots: readonly SentRobot[];
  readonly traces: readonly RobotTrace[];
  /** Where things were at the end, if elsewhere. */
  readonly moved: FrameView['moved'];
  /** How far a robot was off its path; undefined of one without a path. Asked for the robots that have charts. */
  readonly errorsOf: (trace: RobotTrace) => readonly PathError[] | undefined;
  /** Whether it had criteria. */
  readonly judged: boolean;
}

/** The parts of the line between jumps. */
export function stretchesOf({ line, jumps = [] }: RobotTrace): readonly (readonly Vec2[])[] {
  const starts = [0, ...jumps];
  return starts.map((start, i) => line.slice(start, starts[i + 1]));
}

/** The stretches of its line, each with the step in which it was driven; undefined without steps. */
export function stretchesByStep(
  trace: RobotTrace,
): readonly { readonly step: string | undefined; readonly points: readonly Vec2[] }[] {
  const { line, jumps = [], steps = [] } = trace;
  const cuts = [...new Set([0, ...jumps, ...steps.map(({ from }) => from)])].sort((a, b) => a - b);
  return cuts.map((from, i) => {
    const next = cuts[i + 1];
    // Up to the point where the next begins, unless the body was put there.
    const to = next === undefined || jumps.includes(next) ? next : next + 1;
    return { step: steps.findLast((one) => one.from <= from)?.step, points: line.slice(from, to) };
  });
}

/** The steps of the only robot of a picture, each once; none of several robots, whose colors tell them apart. */
export function stepsShown(traces: readonly RobotTrace[]): readonly string[] {
  const [trace, ...others] = traces;
  return others.length > 0 ? [] : [...new Set((trace?.steps ?? []).map(({ step }) => step))];
}
