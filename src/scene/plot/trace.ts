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
  /** Every tick of a run of a minute, fewer of a longer one; default none. */
  readonly samples?: readonly BodySample[];
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
