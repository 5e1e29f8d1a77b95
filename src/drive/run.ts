/** A run of a robot, as a program sees it: its ticks, its steps, its result, and how it is told otherwise. */
import type { Observable } from 'rxjs';
import type { Pose } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { SignalValue } from '../signals/missionTree.js';
import type { Fix } from '../signals/readings.js';
import type { Command, Fault, Reading, Standing, Surroundings, Target, Tick } from '../signals/signals.js';
import type { Behavior } from '../steering/behavior.js';
import type { Step } from '../steering/missions/steps.js';
import type { ReadingNews } from './ownReadings.js';

/** What a run takes besides its robot and its behavior. */
export interface DriveRunOptions {
  /** News of moving targets that the behavior names by id: from a camera, a click or another program. */
  readonly targets$?: Observable<TargetNews>;
  /** Where the robot was, from a camera over the floor or the like: late, inexact, now and then wrong. */
  readonly fixes$?: Observable<FixNews>;
  /** Other robots, and a map of obstacles. */
  readonly surroundings$?: Observable<Surroundings>;
  /** Commands of an operator: stop, arm, teleop and so on. */
  readonly commands$?: Observable<Command>;
  /** The robot's start; by default the origin, facing +x. */
  readonly start?: Pose;
  /** Seeds the behavior's random numbers; by default 1. */
  readonly seed?: number;
  /** How late the body answered in an earlier run: `latency` of its result. */
  readonly latency?: Seconds | null;
  /**
   * When the run ends. `at rest` (default): the robot has arrived and stands. `there`: as soon as it has arrived, for a
   * behavior that only passes its target, such as `seek`. `stopped`: only by `stop()`, a fault or a limit. The command
   * `stop` ends no run: it holds the robot until the command `arm`.
   */
  readonly until?: 'at rest' | 'there' | 'stopped';
  /**
   * What becomes of the readings of the robot's own sensors before the loop hears them: a filter, or `merge` with those of a
   * sensor on this computer, which the robot's file has, too. What the board tells of itself passes by it.
   */
  readonly readings?: (own$: Observable<Reading>) => Observable<ReadingNews>;
}

/** A target from a program; by default it stands still, and its time, by the clock of `ticks$`, is the present. */
export type TargetNews = Omit<Target, 'at' | 'velocity'> & Partial<Pick<Target, 'at' | 'velocity'>>;

/** A fix from a program; by default of the present. */
export type FixNews = Omit<Fix, 'at'> & Partial<Pick<Fix, 'at'>>;

export interface DriveResult {
  /**
   * `arrived`; `failed`: the mission itself has failed, in the node that `cause` names; `stopped` by `stop()`, by a limit, or
   * by the board's dead-man; `faulted`: the robot latched a fault, or could not be armed; `lost`: the body stopped answering.
   */
  readonly outcome: 'arrived' | 'failed' | 'stopped' | 'faulted' | 'lost';
  /** Why it ended; null if it arrived. */
  readonly cause: string | null;
  /** What keeps it where it is at the end, if it had made no progress for five seconds. */
  readonly standing: Standing | null;
  /** What went wrong, with its time: also what did not end the run, such as a stream of targets that failed. */
  readonly faults: readonly Fault[];
  /** The estimated pose at the end. */
  readonly pose: Pose;
  /**
   * How far the robot typically is from that pose (1σ), where it has no encoders and only integrates its commands; null
   * where something measures the pose.
   */
  readonly expectedError: Meters | null;
  /** The time of the last tick [s]. */
  readonly at: Seconds;
  /**
   * How late the body was measured to answer, and was reckoned with: where it is much later than its file says, or the file
   * says `latency: measured`; null else. Given to the next run, that begins with it.
   */
  readonly latency: Seconds | null;
  /**
   * The board has said that its motors are off. Otherwise it was told so and has not answered within two seconds: on a slow
   * line a wheel may still turn, and a board that lost its program may not have stopped. Boards with another firmware never say it.
   */
  readonly motorsOff: boolean;
}

/** A robot that is driving, as `drive` returns it. */
export interface Run {
  readonly robot: RobotDefinition;
  /** Every tick of the control loop; completes when the run has ended. It never fails. */
  readonly ticks$: Observable<Tick>;
  /** Each node of the mission whose state has changed, in the tick in which it has; completes as `ticks$` does. */
  readonly steps$: Observable<StepChange>;
  /** Tells a value to the mission, whose conditions may ask for it: `wait({ signal: 'go' })`. Default true. */
  signal(name: string, value?: SignalValue): void;
  /** Resolves when the wheels were told to stop and the port is closed, with how the run ended. It never rejects. */
  readonly result: Promise<DriveResult>;
  /**
   * Drives with another behavior from now on, from its beginning, with the same robot, place and speed.
   *
   * @throws TypeError for what is no behavior; DriverError if the robot lacks a sensor for it; Error if the run has ended
   */
  become(behavior: Behavior): void;
  /** Stops the wheels at once, and ends the run. */
  stop(): Promise<DriveResult>;
}

/** A node of a mission that has begun, has ended, or waits again. */
export interface StepChange extends Step {
  readonly at: Seconds;
}
