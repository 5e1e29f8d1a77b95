/** Wander: drive about on a smooth random course. */
import { z } from 'zod';
import {
  add,
  angleOf,
  clamp,
  fromPolar,
  rotate,
  toWorld,
  type Vec2,
  vec,
  wrapAngle,
  ZERO,
} from '../../math/geometry.js';
import type { Radians, Seconds } from '../../math/units.js';
import { arcReach, type BodyLimits } from '../../robot/limits.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { desire } from '../desire.js';
import { entryOf } from '../entry.js';

const wanderParameters = z.strictObject({
  radius: quantity('m', { above: 0 })
    .default(0.1)
    .describe('The radius of the wander circle: a larger one turns harder.'),
  distance: quantity('m', { min: 0 })
    .default(0.2)
    .describe('From the robot to the middle of the wander circle.'),
  jitter: quantity('m', { min: 0 })
    .default(0.1)
    .describe(
      'How fast the wander point moves on its circle: the standard deviation of its way after one second.',
    ),
});

export type WanderInput = Written<typeof wanderParameters>;

/** The wander point on its circle, in the body's frame, and the course that it has led to. */
interface WanderMemory {
  readonly displacement: Vec2;
  /** Where it wants to drive at the end of the tick [rad, world]; null before the first one. */
  readonly course: Radians | null;
}

/**
 * Wanders about on a smooth random course.
 *
 * A point on a circle ahead of the body moves along it by a seeded random walk; the body seeks that point.
 *
 * The displacement accumulates (it is not drawn again in each tick), stays on the circle, and is rotated from the
 * body's frame to the world. Its angle changes by N(0, jitter²·dt)/radius: √dt makes a second's variance the same at
 * every rate. A body that seeks a point at the bearing α turns at α/T, T = τ + 1/g: its velocity follows the point with
 * the lag τ = m/k, and it follows its velocity with the gain g. Held over a long tick it would turn less. So it is a
 * course φ that turns, through the whole tick: φ̇ = α/T + (α − β)/T, β the bearing of φ, which the second part keeps near
 * α for a body that was overruled. The velocity asked for is the one that, held over the tick, changes the body's as φ
 * does. α counts as far as 60° and as the body can turn, and a course that it did not follow goes on from where the
 * point can be: who wanders need not stand to turn. Source: Reynolds 1999; Buckland 2005.
 *
 * @example
 * ```ts
 * import { scenario, simulate, wander } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: wander({}) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots }));
 * console.log((a?.distanceTravelled ?? 0) > 1); // true
 * ```
 */
export function wander(input: WanderInput = {}): Behavior<WanderMemory> {
  const { radius, distance, jitter } = checkedInput('wander', wanderParameters, input);
  /** The largest bearing at which the point can be. */
  const furthest = radius < distance ? Math.min(FURTHEST_OFF, Math.asin(radius / distance)) : FURTHEST_OFF;
  /** The walk of a tick, its mean bearing, and where the point is in the middle of the last step. */
  const stroll = (before: Vec2, { dt, random }: Percept) => {
    const steps = Math.max(1, Math.ceil(dt / LONGEST_STEP - 1e-6));
    let displacement = before;
    let middle = ZERO;
    let bearing = 0;
    for (let i = 0; i < steps; i++) {
      const stray = (jitter * Math.sqrt(dt / steps) * random.gaussian()) / radius;
      // Half the step: the mean place over the step of a point that moves all the time.
      middle = add(vec(distance, 0), rotate(displacement, stray / 2));
      bearing += angleOf(middle) / steps;
      displacement = rotate(displacement, stray);
    }
    return { displacement, middle, bearing };
  };
  return {
    name: 'wander',
    input,
    start: () => ({ displacement: vec(radius, 0), course: null }),
    steer(percept, memory) {
      const { pose, body, dt } = percept;
      const { displacement, middle, bearing } = stroll(memory.displacement, percept);
      const tau = body.mass / body.steeringGain;
      const lag = tau + turnLag(body);
      const most = Math.min(furthest, body.maxTurnRate * lag);
      const sought = clamp(bearing, -most, most);
      const lead = wrapAngle((memory.course ?? pose.heading) - pose.heading);
      const off = clamp(lead, -furthest, furthest);
      const turned = (sought * dt) / lag - (sought - off) * Math.expm1(-dt / lag);
      const course = pose.heading + off + turned;
      // Held over the tick, this course changes the velocity as one that turns all the time: it lags by τ.
      const held = pose.heading + off + turned * (tau > 0 ? -1 / Math.expm1(-dt / tau) - tau / dt : 1);
      return desire(
        percept,
        fromPolar(body.maxSpeed, held),
        { displacement, course: wrapAngle(course) },
        {
          marks: [
            { kind: 'circle', at: toWorld(pose, vec(distance, 0)), radius, label: 'wander circle' },
            { kind: 'point', at: toWorld(pose, middle), label: 'wander point' },
          ],
        },
      );
    },
  };
}

wander.entry = entryOf({
  about: 'Drive about on a smooth random course.',
  parameters: wanderParameters,
  marks: {
    'wander circle': 'The wander point moves on this circle.',
    'wander point': 'The robot steers towards this point, which moves at random.',
  },
});

/** 1/g: the time by which a body's heading lags the velocity that it is asked for [s]. */
const turnLag = (body: BodyLimits): Seconds => arcReach(body, body.maxSpeed) / (2 * body.maxSpeed);

/** How far the course may be off the heading of a body whose wander circle is round it [rad]. */
const FURTHEST_OFF = Math.PI / 3;

/** The random walk is drawn in steps no longer than this [s]. */
const LONGEST_STEP = 0.02;
