/** Circle: drive round a point, or round what moves, at a given distance. */
import { z } from 'zod';
import {
  add,
  angleOf,
  cross,
  fromPolar,
  length,
  scale,
  sub,
  truncate,
  type Vec2,
  wrapAngle,
} from '../../math/geometry.js';
import { REST_SPEED } from '../../math/standstill.js';
import { deg, type Meters, type MetersPerSecond, type Radians } from '../../math/units.js';
import type { BodyLimits } from '../../robot/limits.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { plannedDeceleration } from '../braking.js';
import { desire } from '../desire.js';
import { entryOf } from '../entry.js';
import { predictTarget, targetParameter } from '../target.js';

const circleParameters = z.strictObject({
  target: targetParameter,
  radius: quantity('m', { above: 0 })
    .default(0.5)
    .describe('From what it drives round to the middle of the robot.'),
  side: z
    .enum(['left', 'right', 'nearest'])
    .default('nearest')
    .describe('On which side of the robot it lies: left drives counterclockwise; nearest: as it comes.'),
  speed: quantity('m/s', { above: 0 })
    .optional()
    .describe('It drives no faster; unless given, as fast as the body can on this circle.'),
});

export type CircleInput = Written<typeof circleParameters>;

/** 1: what it drives round lies on its left; −1: on its right; 0: not seen yet. */
interface CircleMemory {
  readonly side: 1 | -1 | 0;
}

const leftOf = ({ x, y }: Vec2): Vec2 => ({ x: -y, y: x });

/** A body whose heading is nearer than this to v_d drives by the twist. */
const FACING: Radians = deg(35);
/** ℓ is this share of the radius, */
const APPROACH = 0.5;
/** and at least the way that the body drives in so many times its lag and a tick. */
const APPROACH_TIMES = 2;

/**
 * Drives round a point at a given distance, either way.
 *
 * With q = p − c, e = |q| − R, n = q/|q| and t the way round, v_d = v (t cos α − n sin α) with α = atan(e/ℓ): straight at
 * the middle from far away, along the circle on it, and outward from inside. ℓ = max(R/2, 2 v (τ + dt)), τ =
 * mass/steeringGain. That field turns by ω = ±v (cos α/|q| − sin α · ℓ/(e² + ℓ²)), left positive, so that v̇_d = ω × v_d; on
 * the circle it is v²/R inward. (Near the middle, where q turns ever faster, |q| counts as R/2 at least.) v is what the body
 * can drive there: v ≤ ω_max R, v² ≤ a R/√2, and v (1 + track/(2R)) of the outer wheel. What moves is driven round as it
 * moves: its velocity is added.
 *
 * A robot that faces v_d within 35° also gets the twist of the coming tick: the speed |v_d| and the turn rate ω + β (1 −
 * e^(−dt/τ))/dt, where β is the angle from its heading to v_d, less the turn ω·dt/2 up to the middle of the tick. The robot
 * follows the twist as long as no other behavior adds a force. (A v_d of zero has no direction: it gives no twist.)
 *
 * In the very middle it drives ahead. Silent if the target was never seen; it has no end.
 * Source: vector fields after Nelson et al., IEEE Trans. Robotics 23 (2007), and Reynolds' F = k (v_d − v), GDC 1999.
 *
 * @example
 * ```ts
 * import { circle, scenario, simulate } from 'steerbot';
 * const robots = [{ robot: 'scout', at: { x: 0.5, y: 0 }, mission: circle({ target: [0, 0], radius: '0.5 m' }) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots }));
 * console.log(Math.hypot(a?.finalPose.x ?? 0, a?.finalPose.y ?? 0).toFixed(1)); // 0.5
 * ```
 */
export function circle(input: CircleInput): Behavior<CircleMemory> {
  const { target, radius, side, speed } = checkedInput('circle', circleParameters, input);
  const wished = { left: 1, right: -1, nearest: 0 } as const;
  return {
    name: 'circle',
    input,
    start: () => ({ side: wished[side] }),
    steer(percept, before) {
      const { pose, velocity, body, dt } = percept;
      const middle = predictTarget(target, percept);
      if (!middle) return { memory: before };
      const facing = fromPolar(1, pose.heading);
      const sign = before.side || (cross(facing, sub(middle.position, pose)) < 0 ? -1 : 1);
      // The desired velocity is held for a tick, so it is computed for the middle of the tick.
      const q = add(sub(pose, middle.position), scale(sub(velocity, middle.velocity), dt / 2));
      const away = length(q);
      const outward = away > 0 ? scale(q, 1 / away) : facing;
      const lag = body.mass / body.steeringGain;
      const fast = Math.min(speed ?? body.maxSpeed, circlingSpeed(body, radius));
      const reach = Math.max(APPROACH * radius, APPROACH_TIMES * fast * (lag + dt));
      const error = away - radius;
      const slant = Math.hypot(error, reach);
      const round = scale(leftOf(outward), sign * (reach / slant));
      const along = scale(sub(round, scale(outward, error / slant)), fast);
      const turn = sign * fast * (reach / slant) * (1 / Math.max(away, radius / 2) - error / slant ** 2);
      const wanted = truncate(add(along, middle.velocity), body.maxSpeed);
      const linear = length(wanted);
      const bearing = wrapAngle(angleOf(wanted) - pose.heading - (turn * dt) / 2);
      const angular = turn - (bearing * Math.expm1(-dt / lag)) / dt;
      return desire(
        percept,
        wanted,
        { side: sign },
        {
          acceleration: scale(leftOf(along), turn),
          lookahead: body.radius,
          ...(linear > REST_SPEED && Math.abs(bearing) < FACING && { twist: { linear, angular } }),
          marks: [{ kind: 'circle', at: middle.position, radius, label: 'circle' }],
        },
      );
    },
  };
}

circle.entry = entryOf({
  about: 'Drive round a point, or round what moves, at a given distance.',
  parameters: circleParameters,
  marks: {
    circle: 'The robot drives round on this circle.',
  },
});

/** The fastest that a body drives round a circle. */
function circlingSpeed(body: BodyLimits, radius: Meters): MetersPerSecond {
  const { maxSpeed, maxTurnRate, maxWheelSpeed, track } = body;
  const sideways = plannedDeceleration(body) * Math.SQRT1_2;
  return Math.min(
    maxSpeed,
    maxTurnRate * radius,
    Math.sqrt(sideways * radius),
    maxWheelSpeed / (1 + track / (2 * radius)),
  );
}
