/** Driving by hand: hold to run. A command that is not repeated expires, and the robot stands. */

import { toTwist } from '../locomotion/differentialDrive.js';
import { clamp, fromPolar, type Pose, ZERO } from '../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import type { BodyLimits } from '../robot/limits.js';
import { type Steered, TELEOP_LIFE, type Twist, type WheelSpeeds, ZERO_TWIST } from '../signals/signals.js';
import type { TeleopState } from './state.js';

/** No wheel turns faster by hand. */
export const TELEOP_SPEED: MetersPerSecond = 0.3;

/** The twist of a stick: shares −1 … 1 of the highest speeds, forward and turning left. */
export const teleopTwist = (
  { linear, angular }: { readonly linear: number; readonly angular: number },
  track: Meters,
): Twist => ({
  linear: clamp(linear, -1, 1) * TELEOP_SPEED,
  angular: (clamp(angular, -1, 1) * 2 * TELEOP_SPEED) / track,
});

const isStill = ({ linear, angular }: Twist): boolean => linear === 0 && angular === 0;

/**
 * The state of a stick after a command. A non-finite twist counts as a released stick.
 *
 * Guards people: a stick that was held when the robot stopped, or while it may not drive, does not move the robot after
 * arming; it must first be released, or be silent for a while.
 */
export function teleopAsked(
  twist: Twist,
  now: Seconds,
  mayDrive: boolean,
  before: TeleopState | null,
): TeleopState {
  const asked = Number.isFinite(twist.linear) && Number.isFinite(twist.angular) ? twist : ZERO_TWIST;
  const heldOn = before?.blocked === true && now <= before.until;
  const blocked = !isStill(asked) && (!mayDrive || heldOn);
  return { twist: asked, until: now + TELEOP_LIFE, blocked };
}

/** STOP releases the stick; one that is still held does not count. */
export const teleopStopped = (held: TeleopState): TeleopState => ({
  ...held,
  twist: ZERO_TWIST,
  blocked: held.blocked || !isStill(held.twist),
});

/** Whether the stick is at rest, is blocked, or has expired. */
export const isReleased = ({ twist, until, blocked }: TeleopState, now: Seconds): boolean =>
  blocked || now > until || isStill(twist);

/**
 * The stick's twist, limited to TELEOP_SPEED at the rim of either wheel: v and ω in the same proportion, so that the
 * curvature stays, |v| + |ω| b/2 ≤ TELEOP_SPEED.
 */
export function teleop(held: TeleopState, now: Seconds, { track, maxSpeed }: BodyLimits): Twist {
  if (isReleased(held, now)) return ZERO_TWIST;
  const { linear, angular } = held.twist;
  const rim = Math.abs(linear) + (Math.abs(angular) * track) / 2;
  const share = Math.min(1, Math.min(TELEOP_SPEED, maxSpeed) / rim);
  return { linear: linear * share, angular: angular * share };
}

/**
 * The body by hand: no wheel gets faster than TELEOP_SPEED, also where the stick goes from one twist to another. A
 * wheel that is faster already slows down at its own acceleration.
 */
export function byHand(body: BodyLimits, { left, right }: WheelSpeeds): BodyLimits {
  const fastest = Math.max(TELEOP_SPEED, Math.abs(left), Math.abs(right));
  return { ...body, maxWheelSpeed: Math.min(fastest, body.maxWheelSpeed) };
}

/** No force acts; the reference is the body's present motion, so that a mission can go on from there. */
export function steeredByTeleop(granted: WheelSpeeds, pose: Pose, body: BodyLimits): Steered {
  const velocity = fromPolar(toTwist(granted, body.track).linear, pose.heading);
  return { force: ZERO, reference: velocity, mean: velocity, desiredVelocity: velocity };
}
