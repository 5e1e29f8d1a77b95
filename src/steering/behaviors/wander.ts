/** Wander: drive about on a smooth random course. */
import { z } from 'zod';
import { add, angleOf, fromPolar, rotate, toWorld, type Vec2, vec } from '../../math/geometry.js';
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

/** The wander point on its circle, in the body's frame. */
interface WanderMemory {
  readonly displacement: Vec2;
}

/**
 * Wanders about on a smooth random course.
 *
 * A point on a circle ahead of the body moves along it by a seeded random walk; the body seeks that point.
 *
 * The displacement accumulates (it is not drawn again in each tick), stays on the circle, and is rotated from the
 * body's frame to the world. Its angle changes by N(0, jitter²·dt)/radius: √dt makes a second's variance the same at
 * every rate. The circle turns with the body, the body follows the velocity (gain g), and the velocity follows the
 * point (lag τ). Held over a tick, the desired bearing α would turn the body less. It is widened to α (1 + g·dt/(1 −
 * e^(−dt/τ)))/(1 + gτ), which turns the body by the same angle in a second for ticks of any length. Source: Reynolds
 * 1999; Buckland 2005.
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
  return {
    name: 'wander',
    input,
    start: () => ({ displacement: vec(radius, 0) }),
    steer(percept, memory) {
      const stray = (jitter * Math.sqrt(percept.dt) * percept.random.gaussian()) / radius;
      const displacement = rotate(memory.displacement, stray);
      // Half the tick's step: the mean place over the tick of a point that moves all the time.
      const middle = add(vec(distance, 0), rotate(memory.displacement, stray / 2));
      const bearing = widened(angleOf(middle), percept);
      const heading = percept.pose.heading;
      const point = toWorld(percept.pose, middle);
      return desire(
        percept,
        fromPolar(percept.body.maxSpeed, heading + bearing),
        { displacement },
        {
          marks: [
            { kind: 'circle', at: toWorld(percept.pose, vec(distance, 0)), radius, label: 'wander circle' },
            { kind: 'point', at: point, label: 'wander point' },
          ],
        },
      );
    },
  };
}

wander.entry = entryOf({
  parameters: wanderParameters,
  marks: {
    'wander circle': 'The wander point moves on this circle.',
    'wander point': 'The robot steers towards this point, which moves at random.',
  },
});

/** How fast a body's heading follows its velocity [1/s]: the arc law of locomotion, at a wanderer's bearings. */
const HEADING_GAIN = 10;

/** Makes up for the turn lost by holding the desired velocity over a whole tick. */
function widened(bearing: number, { body, dt }: Percept): number {
  const tau = body.mass / body.steeringGain;
  const answered = -Math.expm1(-dt / tau);
  return (bearing * (1 + (HEADING_GAIN * dt) / answered)) / (1 + HEADING_GAIN * tau);
}
