/**
 * The views of a run, and the operations on it: the one contract between a run (the simulator, a real robot, a
 * recording) and a page (in a browser, on this computer or in the same thread).
 *
 * Plain JSON, SI, world frame. A `scene` comes first and after each change of it; a `frame` after every instant of
 * control. A page may miss frames, never scenes.
 */
import type { Vec2 } from '../math/geometry.js';
import type { Hertz, Kilograms, Meters, MetersPerSecond, Newtons, Radians, Seconds } from '../math/units.js';
import type { FrameView } from './frameView.js';
import type { MissionSpec } from './missionTree.js';
import type { Operation } from './operation.js';
import type { FutureView, HistoryView, WhyView } from './recordedView.js';

export type { BodyKind, FrameView, LinkView, RobotFrame, ShownPace } from './frameView.js';
export type { News, Spot, VerdictView } from './news.js';
export type { Operation } from './operation.js';
export type { FutureView, HistoryView, WhyView } from './recordedView.js';

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
  /** What is changed in a recording is another from the beginning of its run on, not from the instant that is shown. */
  readonly fromBegin?: true;
  /** The last frame of a recorded run, by which it is judged; missing where it cannot be read. */
  readonly ended?: FrameView;
  /** The alternatives with which the recorded run would have met its criteria; missing until an operator asks for them. */
  readonly why?: WhyView;
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
