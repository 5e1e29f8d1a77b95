/** A robot's true body as the world knows it. */
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
  /** True rim speeds at the nominal diameter; they go on turning where the body is held. */
  readonly wheelSpeeds: WheelSpeeds;
  /** How often it began to touch a wall, an obstacle, a solid mover or a robot. */
  readonly contacts: number;
  /** Puts it somewhere else at once; its wheels turn on. */
  place(pose: Pose): void;
}
