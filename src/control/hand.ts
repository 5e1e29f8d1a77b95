/** Driving by hand: hold to run. What is not said again stops counting, and the robot stands. */
import type { BodyLimits } from '../body.js';
import { clamp, fromPolar, type Pose, ZERO } from '../geometry.js';
import { toTwist } from '../locomotion/differentialDrive.js';
import type { Steered, Twist, WheelSpeeds } from '../signals.js';
import type { Meters, MetersPerSecond, Seconds } from '../units.js';
import type { Hand } from './state.js';

/** Guards people: so long drives what was said once. */
export const TELEOP_LIFE: Seconds = 0.3;
/** Guards people: no wheel turns faster by hand. */
export const TELEOP_SPEED: MetersPerSecond = 0.3;

const STILL: Twist = { linear: 0, angular: 0 };

/** What a stick asks for: shares −1 … 1 of the fastest, forward and turning left. */
export const teleopTwist = (
  { linear, angular }: { readonly linear: number; readonly angular: number },
  track: Meters,
): Twist => ({
  linear: clamp(linear, -1, 1) * TELEOP_SPEED,
  angular: (clamp(angular, -1, 1) * 2 * TELEOP_SPEED) / track,
});

/** A hand that asks for something from now on; what is no number is a hand taken off. */
export function handOn({ linear, angular }: Twist, now: Seconds): Hand {
  const asked = Number.isFinite(linear) && Number.isFinite(angular);
  return { twist: asked ? { linear, angular } : STILL, until: now + TELEOP_LIFE };
}

/** A hand that was taken off, or did not speak again. */
export const isOff = ({ twist, until }: Hand, now: Seconds): boolean =>
  now > until || (twist.linear === 0 && twist.angular === 0);

/**
 * What the hand asks for, held to TELEOP_SPEED at the rim of either wheel: v and ω in the same proportion, so that
 * the curvature stays, |v| + |ω| b/2 ≤ TELEOP_SPEED.
 */
export function askedByHand(hand: Hand, now: Seconds, { track, maxSpeed }: BodyLimits): Twist {
  if (isOff(hand, now)) return STILL;
  const { linear, angular } = hand.twist;
  const rim = Math.abs(linear) + (Math.abs(angular) * track) / 2;
  const share = clamp(Math.min(TELEOP_SPEED, maxSpeed) / rim, 0, 1);
  return { linear: linear * share, angular: angular * share };
}

/** No force steers; the reference is how the body moves, so that a mission goes on from there. */
export function steeredByHand(granted: WheelSpeeds, pose: Pose, body: BodyLimits): Steered {
  const velocity = fromPolar(toTwist(granted, body.track).linear, pose.heading);
  return { force: ZERO, reference: velocity, mean: velocity, desiredVelocity: velocity };
}
