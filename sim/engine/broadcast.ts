/** What a robot says of itself to the others. */
import { fromPolar, vec } from '../../src/math/geometry.js';
import type { Meters, Seconds } from '../../src/math/units.js';
import type { Neighbor, Tick } from '../../src/signals/signals.js';
import type { RobotInWorld } from '../world/robotInWorld.js';

interface Speaker {
  readonly id: string;
  readonly radius: Meters;
  readonly body: RobotInWorld;
}

/** By its own estimate. */
export function asBelieved({ id, radius }: Speaker, { at, estimate }: Tick): Neighbor {
  const { pose, wheels } = estimate;
  const velocity = fromPolar((wheels.left + wheels.right) / 2, pose.heading);
  return { id, radius, at, position: vec(pose.x, pose.y), heading: pose.heading, velocity };
}

/** The truth: where its pose is known from outside, and where it has just been put and knows its place. */
export function asSeen({ id, radius, body: { pose, velocity } }: Speaker, at: Seconds): Neighbor {
  const motion = { position: vec(pose.x, pose.y), velocity: vec(velocity.x, velocity.y) };
  return { id, radius, at, heading: pose.heading, ...motion };
}
