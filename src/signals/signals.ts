/**
 * READ FIRST: every value that flows round the loop, in order, from a sensor's reading to a motor's duty.
 *
 * SI units; world frame unless a name says `inBody`; all of it plain JSON, so that any tick can be recorded.
 */
import type { Pose, Vec2 } from '../math/geometry.js';
import type { Duty, Meters, MetersPerSecond, Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { MissionSpec } from './missionTree.js';
import type { Reading } from './readings.js';

// 1. What comes in ---------------------------------------------------------------------------------------

export type {
  BatteryReading,
  EncoderReading,
  HeadingReading,
  LevelReading,
  LinkReading,
  PoseReading,
  RangeReading,
  Reading,
  TurnRateReading,
} from './readings.js';

/** Something to steer by: where it is and how it moves. */
export interface Target {
  readonly id: string;
  readonly at: Seconds;
  readonly position: Vec2;
  readonly velocity: Vec2;
}

/** Another robot, as it says of itself or as somebody sees it from above. */
export interface Neighbor extends Target {
  readonly heading: Radians;
  /** Of the smallest circle round it. */
  readonly radius: Meters;
}

/**
 * Something solid: every point nearer than `radius` to the segment from – to.
 *
 * A post has from = to; a wall has no radius; a box is its four sides; an echo is a point, or a short segment.
 */
export interface Obstacle {
  readonly from: Vec2;
  readonly to: Vec2;
  readonly radius: Meters;
  /** How it moves; missing where it stands. */
  readonly velocity?: Vec2;
}

/** What is around the robot; a part that is left out stays as it was heard last. */
export interface Surroundings {
  readonly at: Seconds;
  /** Everybody heard of, oneself never among them. */
  readonly neighbors?: readonly Neighbor[];
  /** Of a map; what range sensors see comes with their readings. */
  readonly obstacles?: readonly Obstacle[];
}

/** What an operator may change: the mission, and numbers of the robot's definition. */
export interface Setup {
  readonly robot: RobotDefinition;
  readonly mission: MissionSpec;
}

/**
 * What an operator says. STOP latches; only `arm` releases it. `clear` releases a latched fault whose cause is gone: the
 * robot stays stopped until it is armed. `teleop` is held: it drives for a moment unless said
 * again, then the robot stands until `resume`. `setup` begins a mission anew; `tune` changes its numbers alone.
 */
export type Command =
  | { readonly kind: 'stop' | 'arm' | 'clear' | 'resume' }
  | { readonly kind: 'teleop'; readonly twist: Twist }
  | { readonly kind: 'setup' | 'tune'; readonly setup: Setup };

export type LoopEvent =
  | { readonly kind: 'reading'; readonly reading: Reading }
  | { readonly kind: 'target'; readonly target: Target }
  | { readonly kind: 'surroundings'; readonly surroundings: Surroundings }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'clock'; readonly at: Seconds; readonly lostPeriods: number }
  /** A side input failed: nothing more comes from it, and the loop goes on. */
  | { readonly kind: 'inputEnded'; readonly input: string; readonly why: string }
  | { readonly kind: 'lost'; readonly why: string };

/** A tick of the control clock; `lostPeriods` counts the periods that were missed since the tick before. */
export interface ClockTick {
  readonly at: Seconds;
  readonly lostPeriods: number;
}

// 2. Estimate --------------------------------------------------------------------------------------------

/** Rim speeds of the two wheels, forward positive. */
export interface WheelSpeeds {
  readonly left: MetersPerSecond;
  readonly right: MetersPerSecond;
}

/** Where the pose comes from; `granted`: integrated from the speeds the wheels were given, nobody measured it. */
export type PoseSource = 'encoders' | 'granted' | 'pose';

/** Upper triangle of the pose's covariance, in x [m], y [m], heading [rad]. */
export interface Covariance {
  readonly xx: number;
  readonly xy: number;
  readonly xh: number;
  readonly yy: number;
  readonly yh: number;
  readonly hh: number;
}

export interface Estimate {
  /** Now. */
  readonly pose: Pose;
  /** Where the body ends up on the commands already given: what the robot steers from. */
  readonly predicted: Pose;
  readonly wheels: WheelSpeeds;
  readonly source: PoseSource;
  readonly covariance: Covariance;
  /** Seconds since each input last spoke, by name; an input that never spoke is missing. */
  readonly ages: Readonly<Record<string, Seconds>>;
}

// 3. Behave and steer ------------------------------------------------------------------------------------

/** Something a behavior shows of its construction. */
export type Mark =
  | { readonly kind: 'point'; readonly at: Vec2; readonly label: string }
  | { readonly kind: 'circle'; readonly at: Vec2; readonly radius: Meters; readonly label: string }
  | { readonly kind: 'segment'; readonly from: Vec2; readonly to: Vec2; readonly label: string };

/** What one behavior contributed in one tick, for the picture: its name, its force, its construction. */
export interface Contribution {
  readonly behavior: string;
  readonly force: Vec2;
  readonly marks: readonly Mark[];
}

export interface Steered {
  /** m·Δv/dt: the force after the clamp [N]. */
  readonly force: Vec2;
  /** The velocity the steering integrates; its length is cut to what the wheels were granted. */
  readonly reference: Vec2;
  /** The mean of the reference before and after the tick: what the wheels drive while it lasts. */
  readonly mean: Vec2;
  readonly desiredVelocity: Vec2;
}

// 4. Locomote, supervise, drive --------------------------------------------------------------------------

/** Motion of the axle's middle: forward speed, and turn rate (left positive). */
export interface Twist {
  readonly linear: MetersPerSecond;
  readonly angular: RadiansPerSecond;
}

export interface WheelDuties {
  readonly left: Duty;
  readonly right: Duty;
}

/**
 * What may be wrong with a robot. Kinds of the body, its sensors, its link and its targets are also those that a
 * scenario injects; where the sensors cannot tell several apart, the kind is one of `wheelStands`, `wheelReversed`,
 * `wheelsSwapped` and `wheelRunsOn`, and `causes` lists all that fit.
 */
export type FaultKind =
  | 'wheelStands'
  | 'wheelReversed'
  | 'wheelsSwapped'
  | 'wheelRunsOn'
  | 'encoderStuck'
  | 'encoderSilent'
  | 'encoderReversed'
  | 'encoderJump'
  | 'encodersSwapped'
  | 'motorDead'
  | 'motorReversed'
  | 'motorStuckOn'
  | 'motorsSwapped'
  | 'wheelsBlocked'
  | 'wheelSlip'
  | 'noProgress'
  | 'gyroStuck'
  | 'gyroSilent'
  | 'rangeStuck'
  | 'rangeBlind'
  | 'rangeSilent'
  | 'reading'
  | 'notFinite'
  | 'targetLost'
  | 'targetJump'
  | 'inputEnded'
  | 'batteryLow'
  | 'batteryDead'
  | 'linkPoor'
  | 'bodyLost'
  | 'clockJump'
  | 'behavior'
  | 'mission'
  | 'notReady'
  | 'timeLimit'
  | 'distanceLimit'
  | 'fence';

/** Something wrong that the robot noticed, and when. */
export interface Fault {
  readonly at: Seconds;
  readonly kind: FaultKind;
  /** In words, for people. */
  readonly what: string;
  /** All kinds that fit, where the sensors cannot tell them apart. */
  readonly causes?: readonly FaultKind[];
}

/** `braking`: a limit of the mission was met. Stopped and faulted robots have no power at their motors. */
export type SafetyState = 'driving' | 'braking' | 'stopped' | 'faulted';

// 5. What comes out --------------------------------------------------------------------------------------

/** Everything one tick worked out, in the order of the stages. */
export interface Tick {
  readonly at: Seconds;
  readonly lostPeriods: number;
  readonly estimate: Estimate;
  readonly contributions: readonly Contribution[];
  readonly steered: Steered;
  readonly wanted: Twist;
  readonly granted: WheelSpeeds;
  readonly duties: WheelDuties;
  readonly arrived: boolean;
  /** Who drives: the mission, or an operator by teleoperation. */
  readonly mode: 'auto' | 'manual';
  readonly safety: SafetyState;
  /** Why it does not drive; null while it does. */
  readonly cause: string | null;
  /** Why it is held or slowed at this moment, and goes on by itself; null while it is not. */
  readonly hold: string | null;
  readonly faults: readonly Fault[];
}
