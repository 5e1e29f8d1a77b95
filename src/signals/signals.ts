/**
 * READ FIRST: every value that flows round the loop, in order, from a sensor's reading to a motor's duty.
 *
 * SI units; world frame unless a name says `inBody`; all of it plain JSON, so that any tick can be recorded.
 */
import type { Pose, Vec2 } from '../math/geometry.js';
import type { Duty, Meters, MetersPerSecond, Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { Cause, Fault } from './faults.js';
import type { MissionEnd, MissionSpec, SignalValue } from './missionTree.js';
import type { Reading, SourceTimes } from './readings.js';
import type { Standing } from './standing.js';

// 1. Inputs ----------------------------------------------------------------------------------------------

export type {
  BatteryReading,
  BearingReading,
  EncoderReading,
  HeadingReading,
  LevelReading,
  LinkReading,
  Placed,
  PoseReading,
  RangeReading,
  Reading,
  SourceTimes,
  TrippedReading,
  TurnRateReading,
} from './readings.js';

/** A target of steering: its place and velocity. */
export interface Target {
  readonly id: string;
  /** By the loop's clock, that of its ticks. */
  readonly at: Seconds;
  readonly position: Vec2;
  readonly velocity: Vec2;
}

/** Another robot, as it reports itself or as a camera above sees it. */
export interface Neighbor extends Target {
  readonly heading: Radians;
  /** Radius of the smallest circle round it. */
  readonly radius: Meters;
  /** Missing if it is only seen, by a camera above or by its echo. */
  readonly says?: Saying;
}

/** What a robot says of itself that cannot be seen. */
export interface Saying extends Intention {
  /** The instant of this message. */
  readonly at: Seconds;
  /** The pose to which the commands already given will bring it, and how fast it then drives and turns. */
  readonly pose: Pose;
  readonly speed: MetersPerSecond;
  readonly turnRate: RadiansPerSecond;
}

/** What a robot is about to do. */
export interface Intention {
  /** The velocity that it wants before it gives way to others [m/s, world]. */
  readonly wish?: Vec2;
  /** The robot behind which it waits. */
  readonly follows?: string;
  /** Its lane through a door, counted from the right. */
  readonly lane?: number;
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
  /** Its velocity; missing if it stands. */
  readonly velocity?: Vec2;
}

/** The robot's surroundings; a missing part keeps its last value. */
export interface Surroundings {
  /** Of the map, by the robot's clock. */
  readonly at: Seconds;
  /** All other robots heard of, without the robot itself. */
  readonly neighbors?: readonly Neighbor[];
  /**
   * Obstacles of a map; those that range sensors see come with the readings. A map that is given once, or now and then, is
   * good until the next; maps that come more often than once a second are what something sees now, and grow old when no
   * more come: then `avoidObstacles` stops, as it does for things with a velocity that are not heard of for half a second.
   */
  readonly obstacles?: readonly Obstacle[];
  /** The obstacles of the last news are still where they were. */
  readonly sameObstacles?: boolean;
}

/** The parts that an operator may change: the mission, and numbers of the robot's definition. */
export interface Setup {
  readonly robot: RobotDefinition;
  readonly mission: MissionSpec;
}

export interface Stop {
  readonly kind: 'stop';
  /** The cause of a stop by the program itself; missing for an operator's STOP. */
  readonly why?: string;
}

/**
 * An operator's command. STOP latches; only `arm` releases it. `clear` releases a latched fault whose cause is gone:
 * the robot stays stopped until it is armed. `teleop` must be repeated: it drives for a moment, then the robot stands
 * until `resume`. `setup` starts a mission from its beginning; `tune` only changes its numbers.
 */
export type Command =
  | Stop
  | { readonly kind: 'arm' | 'clear' | 'resume' }
  | { readonly kind: 'teleop'; readonly twist: Twist }
  | { readonly kind: 'setup' | 'tune'; readonly setup: Setup }
  /** Tells a value to the mission, whose conditions may ask for it. */
  | { readonly kind: 'signal'; readonly name: string; readonly value: SignalValue }
  /** Goes on at a node of the mission, by its path. */
  | { readonly kind: 'goToStep'; readonly step: string }
  /**
   * Says where a robot stands that may not drive; without a pose, that it stands where it is believed to. `isDraft`: one that waits
   * to be told goes on waiting.
   */
  | { readonly kind: 'stands'; readonly pose?: Pose; readonly isDraft?: boolean };

/** The wheels of a body. */
export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];

/** Both wheels stand. */
export const AT_REST: WheelSpeeds = { left: 0, right: 0 };
/** The body stands. */
export const ZERO_TWIST: Twist = { linear: 0, angular: 0 };

/** Guards people: a teleop command that is not repeated drives the robot only this long, in the loop and in the server. */
export const TELEOP_LIFE: Seconds = 0.25;

export type LoopEvent =
  | { readonly kind: 'reading'; readonly reading: Reading }
  | { readonly kind: 'target'; readonly target: Target }
  | { readonly kind: 'surroundings'; readonly surroundings: Surroundings }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'clock'; readonly at: Seconds; readonly lostPeriods: number }
  /** A side input failed: it gives no more values, and the loop goes on. */
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

/** Source of the pose; `granted`: integrated from the speeds that the wheels were allowed, without a measurement. */
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
  /** The present pose. */
  readonly pose: Pose;
  /** Predicted pose, after the commands already given have taken effect: the robot steers from here. */
  readonly predicted: Pose;
  readonly wheels: WheelSpeeds;
  /** The body's motion now: its velocity [m/s, world], and its turn rate by the gyroscope, else by the wheels. */
  readonly velocity: Vec2;
  readonly turnRate: RadiansPerSecond;
  readonly source: PoseSource;
  readonly covariance: Covariance;
  /** Seconds since each source last gave a reading. */
  readonly ages: SourceTimes;
  /** From a command to the first force of the motors, as measured while it drives; missing as long as that says too little. */
  readonly latency?: { readonly value: Seconds; readonly deviation: Seconds };
}

// 3. Behave and steer ------------------------------------------------------------------------------------

/** A drawing of a behavior's construction. */
export type Mark =
  | { readonly kind: 'point'; readonly at: Vec2; readonly label: string }
  | { readonly kind: 'circle'; readonly at: Vec2; readonly radius: Meters; readonly label: string }
  | { readonly kind: 'segment'; readonly from: Vec2; readonly to: Vec2; readonly label: string };

/** The contribution of one behavior in one tick, for the picture: its name, force and construction. */
export interface Contribution {
  readonly behavior: string;
  readonly force: Vec2;
  readonly marks: readonly Mark[];
}

export interface Steered {
  /** m·Δv/dt: the force after the clamp [N]. */
  readonly force: Vec2;
  /** The velocity that steering integrates; its length is cut to the wheel speeds that were allowed. */
  readonly reference: Vec2;
  /** The mean of the reference before and after the tick: the wheels drive it during the tick. */
  readonly mean: Vec2;
  readonly desiredVelocity: Vec2;
}

// 4. Locomote, supervise, drive --------------------------------------------------------------------------

export type { Cause, Fault, FaultKind } from './faults.js';
export type { Reason, Standing } from './standing.js';

/** Motion of the axle's middle: forward speed, and turn rate (left positive). */
export interface Twist {
  readonly linear: MetersPerSecond;
  readonly angular: RadiansPerSecond;
}

export interface WheelDuties {
  readonly left: Duty;
  readonly right: Duty;
}

/** `braking`: a limit of the mission was reached. `stopped` and `faulted`: the motors have no power. */
export type SafetyState = 'driving' | 'braking' | 'stopped' | 'faulted';

// 5. Output ----------------------------------------------------------------------------------------------

/** All results of one tick, in the order of the stages. */
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
  /** How its mission has ended, and in which of its nodes; missing while it runs, and where only arrival ends it. */
  readonly ended?: MissionEnd;
  /** What it tells other robots of its intention. */
  readonly says?: Intention;
  /** `auto`: the mission drives; `manual`: an operator, by teleoperation. */
  readonly mode: 'auto' | 'manual';
  readonly safety: SafetyState;
  /** Why the robot does not drive; null while it does. */
  readonly cause: Cause | null;
  /** Why the robot is held or slowed now; it goes on by itself. Null while it is not. */
  readonly hold: string | null;
  /** What keeps it where it is, once it has made no progress for five seconds. */
  readonly standing?: Standing;
  readonly faults: readonly Fault[];
}
