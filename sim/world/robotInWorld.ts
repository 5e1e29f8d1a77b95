/** A robot's true body, as a world provides it. */
import type { Pose } from '../../src/math/geometry.js';
import type { Meters, MetersPerSecond, RadiansPerSecond } from '../../src/math/units.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';

/** How a body moves over the ground. */
export interface BodyVelocity {
  readonly x: MetersPerSecond;
  readonly y: MetersPerSecond;
  readonly angular: RadiansPerSecond;
}

export interface RobotInWorld {
  readonly radius: Meters;
  readonly pose: Pose;
  readonly velocity: BodyVelocity;
  /** True rim speeds at the nominal diameter; the wheels turn on if the body is held. */
  readonly wheelSpeeds: WheelSpeeds;
  /** Number of contacts with walls, obstacles, solid movers and robots that have begun. */
  readonly contacts: number;
  /**
   * Its own speed towards the thing at the beginning of each of these: what its wheels drove it with. Negative if it drove
   * away; about 0 if it stood, and the thing came.
   */
  readonly contactSpeeds: readonly MetersPerSecond[];
  /** Moves it to a pose at once; its wheels turn on. */
  place(pose: Pose): void;
}
