/** What a page is shown after every instant of control. */
import type { Pose, Vec2 } from '../math/geometry.js';
import type { Hertz, Meters, Radians, Seconds } from '../math/units.js';
import type { News, VerdictView } from './news.js';
import type { RangeReading, Tick } from './signals.js';

/** The parts of a run that change from instant to instant. */
export interface FrameView {
  readonly kind: 'frame';
  readonly at: Seconds;
  readonly robots: readonly RobotFrame[];
  /** Present places of the things that were moved since the scene. */
  readonly moved: readonly { readonly id: string; readonly at: Vec2; readonly heading: Radians }[];
  /** Place of the pointer, a person's or a scripted one; missing without a pointer. */
  readonly pointer?: Vec2;
  readonly pace: ShownPace;
  readonly link: LinkView;
  /** The result of each criterion once the run is judged; before, only what is lost for good. */
  readonly verdict: readonly VerdictView[];
  /** Remarks on the result that neither pass nor fail; missing without any. */
  readonly remarks?: readonly string[];
  /** When the run was judged; missing before. */
  readonly judgedAt?: Seconds;
  /** When an operator first changed the run: another goal or mission, driving by hand, moving, tuning. */
  readonly takenOverAt?: Seconds;
  /** For a scene that puts arrived robots back: crossings in total, and per second over the last 10 s. */
  readonly flow?: { readonly crossings: number; readonly perSecond: Hertz };
  /** Events since the previous frame, for the log and a screen reader: `scout arrived after 3.2 s`. */
  readonly news: readonly News[];
}

export interface RobotFrame {
  readonly id: string;
  /** Its true pose; only a simulation knows it. */
  readonly truth?: Pose;
  /**
   * The last reading of each range sensor. A page gets −1 for a lost measurement, because JSON would turn NaN into null,
   * which is no echo; `isMeasured` is false for both.
   */
  readonly ranges: Readonly<Record<string, RangeReading>>;
  /**
   * Where something stands as it remembers, near it: x and y in turn, in the frame of its estimate; missing without any. A
   * recording does not keep it.
   */
  readonly remembered?: readonly Meters[];
  /** Distance from the path that it follows, left positive; missing without a path. */
  readonly crossTrack?: Meters;
  /** How the `steps` of its mission stand, a letter for each: w waits, r runs, d done, f failed. */
  readonly steps?: string;
  /** Missing before the first tick. */
  readonly tick?: Tick;
}

export interface ShownPace {
  readonly paused: boolean;
  /** Requested simulated seconds per second; 1 on a robot. */
  readonly speed: number;
  /** The speed that is really reached, if less. */
  readonly reached?: number;
  /** How late the last tick of the control clock came; 0 in simulated time. */
  readonly lateness: Seconds;
  /** Periods of the control clock that were missed since the run began. */
  readonly lostPeriods: number;
}

/** Whether wheels turn in the world, on an emulated board, or only in numbers. */
export type BodyKind = 'real' | 'emulated' | 'simulated';

/** The link to the body. */
export interface LinkView {
  readonly state: 'simulated' | 'connecting' | 'connected' | 'lost' | 'recording';
  /** Missing until the robot is connected, in a simulation and in a recording. */
  readonly body?: BodyKind;
  /** The board and its port, or why the link was lost. */
  readonly words: string;
  /** Battery voltage; missing if it is not measured. */
  readonly volts?: number;
  /** No dead-man on the board: it drives on if this computer dies. */
  readonly unguarded?: boolean;
  /** The recording to a file, and its trouble if any; missing if none was asked for. */
  readonly recording?: { readonly file: string; readonly trouble?: string };
}
