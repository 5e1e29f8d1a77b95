/** Meeting a moving place: arrive at it in the place's frame, and move with it. */

import {
  add,
  clamp,
  distance,
  dot,
  length,
  scale,
  sub,
  toward,
  truncate,
  unit,
  type Vec2,
  ZERO,
} from '../math/geometry.js';
import { brakingSpeed } from '../math/stopping.js';
import type { Meters, Seconds } from '../math/units.js';
import type { BodyLimits } from '../robot/limits.js';
import type { Percept, Steering } from './behavior.js';
import { holdBand, plannedDeceleration, settlingTime } from './braking.js';
import { desire } from './desire.js';

export interface MovingPlace {
  readonly position: Vec2;
  readonly velocity: Vec2;
  readonly acceleration: Vec2;
}

/** Nearer than this the body only moves with the place. */
const HOLD_BAND = holdBand(0.01);

/** Time to get there at full speed; the place moves on for as long. */
export const timeTo = ({ pose, body }: Percept, position: Vec2): Seconds =>
  body.maxSpeed > 0 ? distance(pose, position) / body.maxSpeed : 0;

/**
 * v_d = truncate(v_o + min(maxSpeed, v(d)) û, maxSpeed), F = k (v_d − v), v̇_d = v̇_o − v'(d)·ḋ û.
 *
 * û and d lead to the present place. Far away this is full speed towards o + v_o T with T = d/maxSpeed, where the place
 * will be, since v_o + maxSpeed·û has that direction; on the place it is v_o. So on the place F = 0 while it moves
 * steadily: no lag. v(d) is the braking curve of arrive; its settling time is 4τ, τ = m/k, since the velocity follows
 * v_d with the lag τ, and d̈ + ḋ/τ + d/(Tτ) = 0 does not overshoot from T = 4τ on.
 */
export function meet<M>(
  percept: Percept,
  place: MovingPlace,
  memory: M,
  rest: Pick<Steering<M>, 'marks'> = {},
): Steering<M> {
  const { pose, velocity, body, dt } = percept;
  const away = distance(pose, place.position);
  const towards = toward(pose, place.position, 1);
  const settling = Math.max(settlingTime(dt), (4 * body.mass) / body.steeringGain);
  const limit = brakingSpeed(Math.max(0, away - HOLD_BAND), plannedDeceleration(body), settling);
  const closing = dot(sub(velocity, place.velocity), towards);
  const brakes = limit.speed < body.maxSpeed && away > HOLD_BAND;
  const closingIn = add(place.velocity, scale(towards, Math.min(body.maxSpeed, limit.speed)));
  const wanted = waiting(closingIn, place.velocity, away, body);
  const desired = truncate(wanted, body.maxSpeed);
  const braking = brakes ? scale(towards, -limit.slope * closing) : ZERO;
  return desire(percept, desired, memory, {
    acceleration: desired === wanted ? add(place.acceleration, braking) : ZERO,
    lookahead: Math.max(away, length(place.velocity) * settling),
    goal: { at: place.position, remaining: away },
    ...rest,
  });
}

/** A body ahead of its place keeps at least this share of the place's speed. */
const MIN_SPEED_SHARE = 0.25;

/**
 * A body ahead of its place does not turn back: it continues slowly until the place catches up, if that takes less time
 * than turning round, 2 v/a + π/ω. The effect fades out up to twice that distance.
 */
function waiting(wanted: Vec2, velocity: Vec2, away: Meters, body: BodyLimits): Vec2 {
  const speed = length(velocity);
  const reach = speed * ((2 * speed) / body.maxAcceleration + Math.PI / body.maxTurnRate);
  if (!(reach > 0)) return wanted;
  const along = unit(velocity);
  const lacks = Math.max(0, MIN_SPEED_SHARE * speed - dot(wanted, along));
  return add(wanted, scale(along, lacks * clamp(2 - away / reach, 0, 1)));
}

/** A place whose acceleration is unknown. */
export const constantVelocity = (position: Vec2, velocity: Vec2): MovingPlace => ({
  position,
  velocity,
  acceleration: ZERO,
});
