/** Steering alone: a point mass that moves by what it steers and faces the way it goes. */

import { add, angleOf, length, type Pose, scale, type Vec2, ZERO } from '../../src/math/geometry.js';
import { type RandomState, resumeRandom, seedRandom } from '../../src/math/random.js';
import type { BodyLimits } from '../../src/robot/limits.js';
import type { Steered } from '../../src/signals/signals.js';
import type { Behavior, Steering } from '../../src/steering/behavior.js';
import { steer } from '../../src/steering/steer.js';
import { percept } from '../support/percept.js';

export interface PointMass {
  readonly at: number;
  readonly pose: Pose;
  readonly velocity: Vec2;
  readonly forwardSpeed: number;
  readonly memory: unknown;
  readonly random: RandomState;
  /** Of the tick that led here. */
  readonly said?: Steering;
  readonly steered?: Steered;
}

export interface Course {
  readonly body: BodyLimits;
  readonly dt: number;
  readonly seconds: number;
  readonly from?: Vec2;
  readonly velocity?: Vec2;
  readonly seed?: number;
}

/** Every state of the way, the first one included. */
export function drivePoint(behavior: Behavior, course: Course): readonly [PointMass, ...PointMass[]] {
  const velocity = course.velocity ?? ZERO;
  let mass: PointMass = {
    at: 0,
    pose: { ...(course.from ?? ZERO), heading: length(velocity) > 0 ? angleOf(velocity) : 0 },
    velocity,
    forwardSpeed: length(velocity),
    memory: behavior.start(),
    random: seedRandom(course.seed ?? 1),
  };
  const states: [PointMass, ...PointMass[]] = [mass];
  for (let i = 0; i < Math.round(course.seconds / course.dt); i++) {
    mass = tick(behavior, mass, course);
    states.push(mass);
  }
  return states;
}

/** Where it is at the end of the way. */
export const endOf = (states: readonly [PointMass, ...PointMass[]]): PointMass => states.at(-1) ?? states[0];

function tick(behavior: Behavior, mass: PointMass, { body, dt }: Course): PointMass {
  const random = resumeRandom(mass.random);
  const { at, pose, velocity, forwardSpeed } = mass;
  const said = behavior.steer(
    percept({ at, dt, pose, velocity, forwardSpeed, body, random }),
    mass.memory,
    ZERO,
  );
  const steered = steer(said, velocity, body, dt);
  const moved = add(pose, scale(steered.mean, dt));
  const heading = length(steered.reference) > 0 ? angleOf(steered.reference) : (said.face ?? pose.heading);
  return {
    at: at + dt,
    pose: { ...moved, heading },
    velocity: steered.reference,
    forwardSpeed: length(steered.mean),
    memory: said.memory,
    random: random.state(),
    said,
    steered,
  };
}
