/** From a force to the reference velocity: Reynolds' vehicle, exact over the tick. */

import { add, clamp, length, scale, truncate, type Vec2, ZERO } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import type { BodyLimits } from '../robot/limits.js';
import type { Steered, WheelSpeeds } from '../signals/signals.js';
import type { Steering } from './behavior.js';

/**
 * Δv = truncate((F/k)(1 − e^(−dt/τ)) + v̇_d·dt, maxForce/m·dt), τ = m/k; v ← truncate(v + Δv, maxSpeed).
 *
 * This is the exact solution of m·v̇ = F + m·v̇_d over the tick while v_d changes at v̇_d, so 10 Hz and 240 Hz drive
 * alike; for dt ≫ τ it is Reynolds' per-frame rule. A push that does not depend on v (gain 0) gives F/m·dt. The force
 * shown is m·Δv/dt, the one the body really gets. A silent mission means standing still: a robot without a reason to
 * move brakes with all its force.
 */
export function steer(said: Steering, velocity: Vec2, body: BodyLimits, dt: Seconds): Steered {
  const force = said.force ?? scale(velocity, -body.mass / dt);
  const k = body.steeringGain * (said.force ? (said.gain ?? 1) : 1);
  const answer = !said.force
    ? dt / body.mass
    : k > 0
      ? -Math.expm1((-dt * k) / body.mass) / k
      : dt / body.mass;
  const change = add(scale(force, answer), scale(said.acceleration ?? ZERO, dt));
  const limited = truncate(change, (body.maxForce / body.mass) * dt);
  const reference = truncate(add(velocity, limited), body.maxSpeed);
  const slower = clamp(said.velocityScale ?? 1, 0, 1);
  return {
    force: scale(limited, body.mass / dt),
    reference: scale(reference, slower),
    mean: scale(add(velocity, reference), slower / 2),
    desiredVelocity:
      said.desiredVelocity ?? (said.force ? add(velocity, scale(force, 1 / (k || body.steeringGain))) : ZERO),
  };
}

/**
 * Reynolds' first version, for comparison: v = truncate(v_d, maxSpeed), turning abruptly, without any force.
 * `velocityScale` slows the body here too.
 */
export function steerDirectly(said: Steering, body: BodyLimits): Steered {
  const desiredVelocity = said.desiredVelocity ?? ZERO;
  const slower = clamp(said.velocityScale ?? 1, 0, 1);
  const reference = scale(truncate(desiredVelocity, body.maxSpeed), slower);
  return { force: ZERO, reference, mean: reference, desiredVelocity };
}

/**
 * Treats a very small desired velocity as zero. Velocities fall by a share each tick and never reach zero, so a robot
 * that turns first would keep turning towards a velocity that it cannot follow.
 *
 * @param resting both wheels stand: the threshold to start them is higher than the one to keep them going
 */
export function settle(steered: Steered, resting: boolean, body: BodyLimits): Steered {
  const least = Math.min(resting ? 0.01 : 0.001, body.maxSpeed / 10);
  const crawls = length(steered.desiredVelocity) < least && length(steered.mean) < least;
  return crawls ? { ...steered, reference: ZERO, mean: ZERO, desiredVelocity: ZERO } : steered;
}

/**
 * The reference after the wheel speeds were limited: it keeps its direction, and its length is cut in the same
 * proportion, so that it does not wind up while the body lags, turns or is blocked.
 */
export function grantReference({ reference, mean }: Steered, granted: WheelSpeeds): Vec2 {
  const wanted = length(mean);
  const share = wanted > 0 ? Math.abs(granted.left + granted.right) / 2 / wanted : 0;
  return share < 1 ? scale(reference, share) : reference;
}

/** Also false for a vector whose length overflows. */
const isFiniteOrNone = (v: Vec2 | undefined): boolean =>
  v === undefined ||
  (v !== null && Number.isFinite(v.x) && Number.isFinite(v.y) && Number.isFinite(length(v)));

/** Whether all numbers of an answer are finite and its gain is not negative: with a negative gain speed would grow. */
export const isFiniteSteering = (said: Steering): boolean =>
  isFiniteOrNone(said.force) &&
  isFiniteOrNone(said.acceleration) &&
  isFiniteOrNone(said.desiredVelocity) &&
  isFiniteOrNone(said.goal?.at) &&
  isFiniteOrNone(said.says?.wish) &&
  Number.isFinite(said.goal?.remaining ?? 0) &&
  Number.isFinite(said.face ?? 0) &&
  Number.isFinite(said.twist?.linear ?? 0) &&
  Number.isFinite(said.twist?.angular ?? 0) &&
  Number.isFinite(said.velocityScale ?? 1) &&
  Number.isFinite(said.gain ?? 1) &&
  (said.gain ?? 1) >= 0 &&
  Number.isFinite(said.lookahead ?? 0);
