/**
 * Converts a velocity vector to forward speed and turn rate: an arc for small bearings, a turn first for large ones.
 */

import { angleOf, clamp, dot, fromPolar, length, type Pose, type Vec2, wrapAngle } from '../math/geometry.js';
import { BRAKING_SHARE } from '../math/stopping.js';
import {
  deg,
  type Meters,
  type MetersPerSecond,
  type Radians,
  type RadiansPerSecond,
  type Seconds,
} from '../math/units.js';
import { arcReach, type BodyLimits } from '../robot/limits.js';
import type { Twist } from '../signals/signals.js';

/** Memory of locomotion, so that it does not flutter between two ways to drive. */
export interface LocomotionState {
  readonly mode: 'arc' | 'turn';
  /** Side of the turn in mode `turn`: 1 left, −1 right. */
  readonly side: 1 | -1;
  readonly backwards: boolean;
}

export const startLocomotion: LocomotionState = { mode: 'arc', side: 1, backwards: false };

const ENTER_TURN = deg(90);
const LEAVE_TURN = deg(35);
const ENTER_REVERSE = deg(115);
const LEAVE_REVERSE = deg(65);
/** Nearer than this to 180° a turn keeps its side, and a new one goes left. */
const TIE_ANGLE = deg(10);
const EXACT_TIE = 1e-6;
/** Rotation gain [1/s], unless braking limits the turn rate further. */
const TURN_GAIN = 8;
/** Least look-ahead of an arc. */
const MIN_LOOKAHEAD: Meters = 0.005;

/** What the body is to follow in a tick. */
export interface Wanted {
  readonly velocity: Vec2;
  /** Distance of the point that the velocity leads to. */
  readonly lookahead?: Meters | undefined;
  /** Length of the tick; 0 if it is not known. */
  readonly dt?: Seconds | undefined;
  /** Whether it may drive backwards. */
  readonly mayReverse: boolean;
}

export interface Locomotion {
  readonly twist: Twist;
  readonly state: LocomotionState;
}

/**
 * The hybrid law. θ is the bearing of the velocity vector in the body's frame, s its length.
 *
 * arc: v = s, ω = 2 s sin θ/(ℓ + s·dt): the circle through a point at the look-ahead ℓ (pure pursuit), at most `arcReach`
 *
 * turn: ω = ±min(g|θ|, √(2α|θ|), ω_max), v = min(s cos²θ, V − |ω|b/2), zero beyond 90°: rotation has priority
 *
 * Turning begins above 90° and ends below 35°; exactly behind is a tie and goes left. If the robot may reverse, it
 * drives a vector more than 115° off backwards until the vector is within 65°. A zero vector stands still.
 */
export function locomote(
  { velocity, lookahead, mayReverse, dt }: Wanted,
  pose: Pose,
  before: LocomotionState,
  body: BodyLimits,
): Locomotion {
  const speed = length(velocity);
  if (speed === 0) return { twist: { linear: 0, angular: 0 }, state: before };
  const ahead = wrapAngle(angleOf(velocity) - pose.heading);
  const backwards = mayReverse && Math.abs(ahead) > (before.backwards ? LEAVE_REVERSE : ENTER_REVERSE);
  const bearing = backwards ? wrapAngle(ahead + Math.PI) : ahead;
  const mode = Math.abs(bearing) > (before.mode === 'turn' ? LEAVE_TURN : ENTER_TURN) ? 'turn' : 'arc';
  const side = turnSide(bearing, before);
  const { linear, angular } =
    mode === 'turn'
      ? turnFirst(speed, bearing, side, body)
      : arc(speed, bearing, arcReach(body, speed), { lookahead, dt });
  // The sign keeps −0 out of the state.
  return { twist: { linear: backwards ? 0 - linear : linear, angular }, state: { mode, side, backwards } };
}

function turnSide(bearing: Radians, before: LocomotionState): 1 | -1 {
  const off = Math.PI - Math.abs(bearing);
  if (before.mode === 'turn' && off < TIE_ANGLE) return before.side;
  if (off < EXACT_TIE) return 1;
  return bearing >= 0 ? 1 : -1;
}

/** The velocity is meant for the middle of the tick, when the body has turned by ω·dt/2: hence ℓ + s·dt. */
function arc(
  speed: MetersPerSecond,
  bearing: Radians,
  farthest: Meters,
  { lookahead = Number.POSITIVE_INFINITY, dt = 0 }: Pick<Wanted, 'lookahead' | 'dt'>,
): Twist {
  const reach = Math.min(lookahead, farthest);
  const angular = (2 * speed * Math.sin(bearing)) / (Math.max(reach, MIN_LOOKAHEAD) + speed * dt);
  return { linear: speed, angular };
}

function turnFirst(speed: number, bearing: Radians, side: 1 | -1, body: BodyLimits): Twist {
  // The turn to the chosen side, which may be the longer one near 180°.
  const left = side === Math.sign(bearing) ? Math.abs(bearing) : 2 * Math.PI - Math.abs(bearing);
  const angular = side * turnRate(left, body);
  const budget = body.maxWheelSpeed - (Math.abs(angular) * body.track) / 2;
  const forward = speed * Math.max(0, Math.cos(bearing)) ** 2;
  return { linear: clamp(forward, 0, Math.max(0, budget)), angular };
}

/**
 * Turns to a heading on the spot: ω = ±min(g|θ|, √(2α|θ|), ω_max), θ the bearing of the heading.
 *
 * A body that still rolls goes on with the part of the velocity that lies along its own heading, so far as the turn leaves
 * the wheels room for it.
 */
export function turnToFace(face: Radians, velocity: Vec2, pose: Pose, body: BodyLimits): Twist {
  const angular = turnOnSpot(wrapAngle(face - pose.heading), body);
  const room = Math.max(0, body.maxWheelSpeed - (Math.abs(angular) * body.track) / 2);
  return { linear: clamp(dot(velocity, fromPolar(1, pose.heading)), -room, room), angular };
}

/** The turn rate that faces a bearing on the spot. */
export const turnOnSpot = (bearing: Radians, body: BodyLimits): RadiansPerSecond =>
  Math.sign(bearing) * turnRate(Math.abs(bearing), body);

/** The highest turn rate from which the turn can still be braked: both wheels brake at a, so α = 2a/b. */
function turnRate(left: Radians, body: BodyLimits): RadiansPerSecond {
  const alpha = (BRAKING_SHARE * 2 * body.maxAcceleration) / body.track;
  const fastest = Math.min(body.maxTurnRate, (2 * body.maxWheelSpeed) / body.track);
  return Math.min(TURN_GAIN * left, Math.sqrt(2 * alpha * left), fastest);
}
