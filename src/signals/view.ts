/**
 * The views of a run, and the operations on it: the one contract between a run (the simulator, a real robot, a
 * recording) and a page (in a browser, on this computer or in the same thread).
 *
 * Plain JSON, SI, world frame. A `scene` comes first and after each change of it; a `frame` after every instant of
 * control. A page may miss frames, never scenes.
 */
import type { Pose, Vec2 } from '../math/geometry.js';
import type { Hertz, Kilograms, Meters, MetersPerSecond, Newtons, Radians, Seconds } from '../math/units.js';
import type { MissionSpec } from './missionTree.js';
import type { News, VerdictView } from './news.js';
import type { Operation } from './operation.js';
import type { RangeReading, Tick } from './signals.js';

export type { News, Spot, VerdictView } from './news.js';
export type { Operation } from './operation.js';

export type View = SceneView | FrameView;

// Views ----------------------------------------------------------------------------------------------------

/** The parts of a run that rarely change. */
export interface SceneView {
  readonly kind: 'scene';
  readonly name: string;
  /** Its subject, in a sentence or two. */
  readonly about: string;
  /** The article or the equation that it shows. */
  readonly shows?: string;
  /** One thing to try with it. */
  readonly toTry?: string;
  readonly source: 'simulation' | 'robot' | 'recording';
  readonly robots: readonly RobotView[];
  readonly things: readonly ThingView[];
  /** What robots sense without touching it; missing where there is nothing. */
  readonly floor?: FloorView;
  /** Two opposite corners of the area where arrived robots are put back; missing where they stay. */
  readonly putBack?: readonly [Vec2, Vec2];
  /** Places to drive to against the clock; missing where there is no such game. */
  readonly spots?: readonly Vec2[];
  /** The missions that keys 1 to 9 choose, in that order. */
  readonly missions: readonly string[];
  /** Index of the present mission; missing if the mission is not in the list. */
  readonly mission?: number;
  /** The mission of the only robot, as a mission file has it; missing where there are more. */
  readonly missionText?: string;
  readonly tunables: readonly Tunable[];
  /** All scenes that can be opened from here, one group behind the other. */
  readonly gallery: readonly GalleryView[];
  /** The scene's files have changed, and what is wrong with them now; it goes on as it was. Missing if all is well. */
  readonly mistake?: string;
  /** The operations possible here, besides stop, arm, clear, resume and teleop. */
  readonly can: readonly Operation['kind'][];
  /** Of a recording only. */
  readonly duration?: Seconds;
  readonly history?: HistoryView;
  /** Other futures of a recording, the oldest first; missing where there are none. */
  readonly futures?: readonly FutureView[];
  /** The last frame of a recorded run, by which it is judged; missing where it cannot be read. */
  readonly ended?: FrameView;
  /** The alternatives with which the recorded run would have met its criteria; missing until an operator asks for them. */
  readonly why?: WhyView;
}

/** The alternatives of a failed run, each one change from its begin on. */
export interface WhyView {
  /** How many have been tried, and of how many. */
  readonly tried: number;
  readonly of: number;
  /** Those that helped, the likeliest cause first; missing while they are tried. */
  readonly helped?: readonly { readonly words: string; readonly passed: boolean }[];
  /** Why none can be tried. */
  readonly refused?: string;
}

/** What would have come of a recorded run, if something had been changed at an instant. */
export interface FutureView {
  readonly number: number;
  /** `a: slowing radius is 0.9 m` */
  readonly words: string;
  /** When it was changed, on the recording's time. */
  readonly at: Seconds;
  /** How far it is computed. */
  readonly until: Seconds;
  readonly state: 'under way' | 'complete' | 'refused';
  /** Of a refused one. */
  readonly why?: string;
  /** Time between the poses below. */
  readonly step: Seconds;
  /** The true poses of each robot from `at` on: x, y and heading in turn. */
  readonly ways: Readonly<Record<string, readonly number[]>>;
  /** The result of each criterion in it, and in the recording. */
  readonly verdict: readonly (Pick<VerdictView, 'words' | 'passed'> & {
    readonly was?: Pick<VerdictView, 'words' | 'passed'>;
  })[];
}

/** A scene that can be opened. */
export interface GalleryView {
  readonly name: string;
  readonly about: string;
  /** Missing in older recordings. */
  readonly group?: string;
  /** Further words by which one finds it. */
  readonly words?: string;
}

/** A recording's history of a scene, from beginning to end, to be shown at once. */
export interface HistoryView {
  /** The lines that each robot drove, thinned; a new line begins where the robot was put elsewhere. */
  readonly trails: Readonly<Record<string, readonly (readonly Vec2[])[]>>;
  /** Frames at even intervals, without news and marks; of each range sensor only the nearest echo. */
  readonly samples: readonly FrameView[];
  /** The part that they are of; missing: all of it. */
  readonly between?: readonly [Seconds, Seconds];
  /** What happened in all of it, the earliest first; the weightiest, where there is very much. */
  readonly news: readonly News[];
}

export interface RobotView {
  readonly id: string;
  /** Radius of the smallest circle round it; `track` is the distance between the wheels. */
  readonly radius: Meters;
  readonly track: Meters;
  /** Its outline from above, in its own frame; missing: draw the circle. */
  readonly footprint?: readonly (readonly [Meters, Meters])[];
  readonly mass: Kilograms;
  /** A robot for comparison: other robots do not see or touch it; drawn faded. */
  readonly ghost: boolean;
  readonly rate: Hertz;
  readonly limits: { readonly speed: MetersPerSecond; readonly force: Newtons };
  readonly mission: MissionSpec;
  /** The nodes of its mission from the top down; missing where none has a state. */
  readonly steps?: readonly StepView[];
  /** What the marks of its mission's behaviors mean, by their labels; missing in older recordings. */
  readonly words?: Readonly<Record<string, string>>;
  readonly sensors: readonly SensorView[];
  /** Off: the robot may run into obstacles that it sees. */
  readonly collisionMonitor?: 'off';
  /** The highest speed forwards or backwards where no range sensor looks; missing: its top speed. */
  readonly unseenSpeed?: MetersPerSecond;
}

/** A node of a mission. */
export interface StepView {
  /** `sequence[2].arrive` */
  readonly path: string;
  /** How many nodes it lies below the first. */
  readonly depth: number;
  /** `arrive target [1, 0], unless bumped` */
  readonly words: string;
  /** The signals for which it waits, by their names. */
  readonly asks?: readonly string[];
}

/** A range sensor on the body; reading i looks along facing + (i/(n − 1) − ½)·fieldOfView, or facing alone. */
export interface SensorView {
  readonly id: string;
  readonly at: Vec2;
  readonly facing: Radians;
  readonly range: Meters;
  readonly fieldOfView: Radians;
  readonly rays: number;
}

/** Tape on the floor, lamps above it, and beacons. */
export interface FloorView {
  readonly lines: readonly { readonly points: readonly Vec2[]; readonly width: Meters }[];
  readonly lamps: readonly Vec2[];
  readonly beacons: readonly Vec2[];
}

/** Something in the world; `id` names it in frames and operations. */
export type ThingView =
  | { readonly kind: 'wall'; readonly id: string; readonly points: readonly Vec2[] }
  | { readonly kind: 'circle'; readonly id: string; readonly at: Vec2; readonly radius: Meters }
  | {
      readonly kind: 'box';
      readonly id: string;
      readonly at: Vec2;
      readonly heading: Radians;
      readonly size: readonly [Meters, Meters];
    }
  | {
      readonly kind: 'mover';
      readonly id: string;
      readonly at: Vec2;
      readonly radius: Meters;
      readonly solid: boolean;
      /** The points between which it moves; missing in older recordings. */
      readonly track?: readonly Vec2[];
    };

/** A number that may be changed while the robot drives. */
export interface Tunable {
  readonly id: string;
  /** `speed`, `seek · within`; the same words in one group differ. */
  readonly label: string;
  /** Its owner: a robot's name, or a mission. */
  readonly group: string;
  /** `m/s`; empty for a plain number. */
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** The value before tuning. Recordings of older versions lack this and the next two. */
  readonly initial?: number;
  readonly section?: TunableSection;
  /** Its meaning in a sentence; missing for a parameter of a user's own behavior. */
  readonly about?: string;
}

export type TunableSection = 'behavior' | 'limits' | 'control' | 'body';

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
