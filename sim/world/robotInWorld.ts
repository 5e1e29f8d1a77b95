/** A robot's true body, as a world provides it. */
import type { Pose, Vec2 } from '../../src/math/geometry.js';
import type { Meters, MetersPerSecond, RadiansPerSecond, Seconds } from '../../src/math/units.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';

/** How a body moves over the ground. */
export interface BodyVelocity {
  readonly x: MetersPerSecond;
  readonly y: MetersPerSecond;
  readonly angular: RadiansPerSecond;
}

/** The beginning of a contact. */
export interface BodyTouch {
  /** The end of the physics step in which it began. */
  readonly at: Seconds;
  /** The point of the body that touches, in the world. */
  readonly place: Vec2;
  /**
   * Its own speed towards the thing: what its wheels drove it with. Negative if it drove away; about 0 if it stood, and
   * the thing came.
   */
  readonly speed: MetersPerSecond;
}

export interface RobotInWorld {
  readonly radius: Meters;
  readonly pose: Pose;
  readonly velocity: BodyVelocity;
  /** True rim speeds at the nominal diameter; the wheels turn on if the body is held. */
  readonly wheelSpeeds: WheelSpeeds;
  /** The contacts with walls, obstacles, solid movers and robots that have begun, in order. */
  readonly touches: readonly BodyTouch[];
  /** Moves it to a pose at once; its wheels turn on. */
  place(pose: Pose): void;
}
