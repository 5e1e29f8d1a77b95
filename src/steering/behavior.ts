/** What a steering behavior is: a pure function from what the robot perceives to a force it asks for. */

import type { Pose, Vec2 } from '../math/geometry.js';
import type { Random } from '../math/random.js';
import type { Meters, Seconds } from '../math/units.js';
import type { BodyLimits } from '../robot/limits.js';
import type {
  Contribution,
  LevelReading,
  Mark,
  Neighbor,
  Obstacle,
  RangeReading,
  Target,
} from '../signals/signals.js';

/** All that a behavior may know in one tick. */
export interface Percept {
  /** One's own, as neighbors know it. */
  readonly id: string;
  readonly at: Seconds;
  readonly dt: Seconds;
  /** Where the body ends up on the commands already given: steer from here. */
  readonly pose: Pose;
  /** The reference velocity [m/s, world], which steering changes; not the measured one, which has no sideways part. */
  readonly velocity: Vec2;
  /** Forward speed the wheels were granted last [m/s], signed. */
  readonly forwardSpeed: number;
  readonly body: BodyLimits;
  /** Movers and pointers by id; missing while never seen. */
  readonly targets: Readonly<Record<string, Target>>;
  /** The other robots heard of, never oneself; each as it was at its own time. */
  readonly neighbors: readonly Neighbor[];
  /** Everything solid that is known of or seen now, other robots aside. */
  readonly obstacles: readonly Obstacle[];
  /** How long ago the oldest of `obstacles` was seen [s]. */
  readonly sightAge: Seconds;
  readonly ranges: Readonly<Record<string, RangeReading>>;
  /** Of reflectance and light sensors by id; missing while one never spoke. */
  readonly levels: Readonly<Record<string, LevelReading>>;
  readonly random: Random;
}

export interface Steering<M = unknown> {
  /** N, world; none = nothing to say. */
  readonly force?: Vec2;
  readonly memory: M;
  readonly arrived?: boolean;
  /** m/s, world. */
  readonly desiredVelocity?: Vec2;
  /** m/s², world: how the desired velocity itself changes. */
  readonly acceleration?: Vec2;
  /** 0 … 1: scales the reference velocity (a queue's hard stop). */
  readonly velocityScale?: number;
  /**
   * How many times k the force answers to the velocity with: −∂F/∂v = gain·k. Default 1, of F = k (v_d − v); the
   * weights of a blend, added up; 0 for a push that is the same at any velocity.
   */
  readonly gain?: number;
  /**
   * Locomotion drives an arc to the point this far along the desired velocity, which is so read as a chord. Left out, the
   * point is 0.5 s of the way ahead: a desired velocity that is a tangent then leads to too wide a circle.
   */
  readonly lookahead?: Meters;
  readonly marks?: readonly Mark[];
  /** What each behavior below a combinator said. */
  readonly contributions?: readonly Contribution[];
}

export interface Behavior<M = unknown> {
  readonly name?: string;
  /** What it was made with, as a mission writes it: of Steerbot's own behaviors. */
  readonly input?: object;
  /** The behaviors that a combinator asks. */
  readonly parts?: readonly BehaviorPart[];
  /** Its memory, plain JSON. */
  start(): M;
  /** @param soFar the force accumulated before it [N] */
  steer(percept: Percept, memory: M, soFar: Vec2): Steering<M>;
}

/** A behavior below a combinator, and its weight in a blend or its chance in a dither. */
export interface BehaviorPart {
  readonly behavior: Behavior;
  readonly weight?: number;
  readonly chance?: number;
}

/** Names a behavior of one's own; `M` is inferred from `start`. */
export const defineBehavior = <M>(behavior: Behavior<M>): Behavior<M> => behavior;
