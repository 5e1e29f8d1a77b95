/**
 * What somebody sees of a run, and what they may say to it: the one contract between whoever runs (the simulator, a
 * real robot, a recording) and whoever looks (the page, in a browser beside it or around it).
 *
 * Plain JSON, SI, world frame. A `scene` comes first and whenever anything in it changes; a `frame` after every
 * instant of control. Whoever looks may miss frames, never scenes.
 */
import type { Pose, Vec2 } from '../math/geometry.js';
import type { Hertz, Kilograms, Meters, MetersPerSecond, Newtons, Radians, Seconds } from '../math/units.js';
import type { MissionSpec } from './missionTree.js';
import type { RangeReading, Tick } from './signals.js';

export type View = SceneView | FrameView;

// What is seen ---------------------------------------------------------------------------------------------

/** What stays while a run goes on. */
export interface SceneView {
  readonly kind: 'scene';
  readonly name: string;
  /** What it is about, in a sentence or two. */
  readonly about: string;
  readonly source: 'simulation' | 'robot' | 'recording';
  readonly robots: readonly RobotView[];
  readonly things: readonly ThingView[];
  /** What keys 1 to 9 choose, in that order. */
  readonly missions: readonly string[];
  /** Which of them is on, by its place; missing where none of them is. */
  readonly mission?: number;
  readonly tunables: readonly Tunable[];
  /** Every scene that can be opened from here. */
  readonly gallery: readonly { readonly name: string; readonly about: string }[];
  /** Which operations mean anything here, besides stop, arm, clear, resume and teleop. */
  readonly can: readonly Operation['kind'][];
  /** Of a recording. */
  readonly duration?: Seconds;
  readonly history?: HistoryView;
}

/** What a recording holds of a scene, from its begin to its end, to be seen at once. */
export interface HistoryView {
  /** The lines that each robot drove, thinned; another line where it was put elsewhere. */
  readonly trails: Readonly<Record<string, readonly (readonly Vec2[])[]>>;
  /** Frames at even distances, without news, ranges and marks. */
  readonly samples: readonly FrameView[];
}

export interface RobotView {
  readonly id: string;
  /** Of the smallest circle round it; `track` between the wheels. */
  readonly radius: Meters;
  readonly track: Meters;
  /** Its outline from above, in its own frame; the circle where it is not known. */
  readonly footprint?: readonly (readonly [Meters, Meters])[];
  readonly mass: Kilograms;
  /** For comparison: it touches nobody and nobody sees it; drawn faded. */
  readonly ghost: boolean;
  readonly rate: Hertz;
  readonly limits: { readonly speed: MetersPerSecond; readonly force: Newtons };
  readonly mission: MissionSpec;
  readonly sensors: readonly SensorView[];
  /** It may run into what it sees. */
  readonly collisionMonitor?: 'off';
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
    };

/** A number that may be changed while the robot drives. */
export interface Tunable {
  readonly id: string;
  /** `speed`, `seek · within`; the same words in one group differ. */
  readonly label: string;
  /** What it belongs to: a robot's name, or a mission. */
  readonly group: string;
  /** `m/s`; empty for a plain number. */
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

/** What changes from instant to instant. */
export interface FrameView {
  readonly kind: 'frame';
  readonly at: Seconds;
  readonly robots: readonly RobotFrame[];
  /** Where those things are now that are not where the scene says. */
  readonly moved: readonly { readonly id: string; readonly at: Vec2; readonly heading: Radians }[];
  /** Where the pointer is, a person's or a scripted one; missing where none is. */
  readonly pointer?: Vec2;
  readonly pace: Pace;
  readonly link: LinkView;
  /** How each criterion stands once the run is judged; empty before. */
  readonly verdict: readonly {
    readonly words: string;
    readonly passed: boolean;
  }[];
  /** Of a scene where robots that arrived are put back: crossings in all, and a second over the last 10 s. */
  readonly flow?: { readonly crossings: number; readonly perSecond: Hertz };
  /** What happened since the frame before, for the log and a screen reader: `scout arrived after 3.2 s`. */
  readonly news: readonly News[];
}

export interface News {
  readonly at: Seconds;
  readonly level: 'info' | 'warning' | 'fault';
  readonly words: string;
}

export interface RobotFrame {
  readonly id: string;
  /** Where it truly is; only a simulation knows. */
  readonly truth?: Pose;
  /** The last reading of each range sensor. */
  readonly ranges: Readonly<Record<string, RangeReading>>;
  /** Off the path that it follows, left positive; missing where it follows none. */
  readonly crossTrack?: Meters;
  /** Missing before its first. */
  readonly tick?: Tick;
}

export interface Pace {
  readonly paused: boolean;
  /** Simulated seconds a second, as asked for; 1 on a robot. */
  readonly speed: number;
  /** What comes of it, where that is less. */
  readonly reached?: number;
  /** How late the last tick of the control clock came; 0 where time is simulated. */
  readonly lateness: Seconds;
  /** Periods of the control clock that were missed since the run began. */
  readonly lostPeriods: number;
}

/** The way to the body. */
export interface LinkView {
  readonly state: 'simulated' | 'connecting' | 'connected' | 'lost' | 'recording';
  /** Which board on which port, or why it was lost. */
  readonly words: string;
  /** Of the battery; missing where nobody measures it. */
  readonly volts?: number;
  /** No dead-man on the board: it drives on if this computer dies. */
  readonly unguarded?: boolean;
  /** Whether the recording to a file goes on, or why it does not; missing where none was asked for. */
  readonly recording?: { readonly file: string; readonly trouble?: string };
}

// What is said ---------------------------------------------------------------------------------------------

/** What somebody who looks asks for. `robot` left out means every robot that is no ghost. */
export type Operation =
  | { readonly kind: 'stop' | 'arm' | 'clear' | 'resume' | 'step' | 'restart' | 'save' | 'keep' }
  /** Held: shares of what teleop allows, −1 … 1, left positive; said again at least every 100 ms; 0, 0 lets go. */
  | {
      readonly kind: 'teleop';
      readonly robot?: string;
      readonly linear: number;
      readonly angular: number;
    }
  /** The pointer that `{ pointer: [x, y] }` targets follow. */
  | { readonly kind: 'pointer'; readonly at: Vec2 }
  /** Go there: the mission's own points move there, or it becomes `arrive`. */
  | { readonly kind: 'goTo'; readonly robot?: string; readonly at: Vec2 }
  /** Follow these points: the mission's own path becomes this one, or it becomes `followPath`. */
  | { readonly kind: 'follow'; readonly robot?: string; readonly path: readonly Vec2[] }
  /** One of the scene's missions, by its place in the list. */
  | { readonly kind: 'choose'; readonly mission: number }
  | { readonly kind: 'tune'; readonly id: string; readonly value: number }
  | { readonly kind: 'open'; readonly scene: string }
  | { readonly kind: 'pause'; readonly paused: boolean }
  /** Simulated, or recorded, seconds a second. */
  | { readonly kind: 'speed'; readonly times: number }
  /** A robot or a thing, put elsewhere; simulation only. */
  | { readonly kind: 'move'; readonly id: string; readonly to: Vec2; readonly heading?: Radians }
  /** To an instant of a recording. */
  | { readonly kind: 'scrub'; readonly at: Seconds };
