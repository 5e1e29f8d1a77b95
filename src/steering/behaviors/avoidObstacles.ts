/** Avoid obstacles: turn to the nearest free direction, slowly enough to stop in time. */
import { z } from 'zod';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import { type AvoidanceMemory, avoid, startAvoidance } from '../avoidance/avoid.js';
import { findWay, type WayMemory } from '../avoidance/findWay.js';
import type { Behavior } from '../behavior.js';
import { entryOf, shared } from '../entry.js';

const avoidObstaclesParameters = z.strictObject({
  margin: quantity('m', { above: 0 })
    .default(0.04)
    .describe(
      'The room that it leaves beside an obstacle: more than the collision monitor keeps, so that the monitor need not act.',
    ),
  lookAhead: quantity('s', { min: 0 })
    .default(0)
    .describe('How much farther ahead in time it looks than stopping needs.'),
});

export type AvoidObstaclesInput = Written<typeof avoidObstaclesParameters>;

interface Memory {
  readonly avoidance: AvoidanceMemory;
  readonly way: WayMemory | null;
}

/**
 * Finds the way to the goal of what it may overrule, or keeps clear of things where there is no goal.
 *
 * With a goal (`percept.wish.goal`): T(x), the time to the goal from every place near the robot, solves |∇T| = 1/v(c).
 * The speed v(c) = v₀ + (v₁ − v₀)·clamp((c − r − margin)/soft, 0, 1) rises with the clearance c to all that the robot
 * remembers, v₀ = maxSpeed/8, v₁ = ¾ maxSpeed, soft = 0.35·maxSpeed²/2a within r/2 … 3r/2. Where the body does not fit, v is
 * 1/150 v₁, beside weak hits 0.4 v(c); what was not seen counts as free. A mapped thing that moves stands in the way of a
 * place at the time when the robot can be there. Beyond the window of 77 × 77 cells of r/2 a field of cells four times as
 * wide goes on. The way is ẋ = −∇T/|∇T| for 40 steps of r/5, looked for five times a
 * second, and sooner where it is no longer clear. It steers for the farthest point of the way, at most 0.5 s ahead, whose
 * arc stays as clear as the way itself, with
 *
 *     v = min over the way of √(min(v(c), √(a_lat/κ))² + 2·0.7a·s) · cos θ,   a_lat = 0.8a,
 *
 * no faster than a stop before anything sure on that arc, nor than a stop within what its sensors saw ahead, or v₀ if that
 * is faster: a robot that sees nothing ahead drives at v₀. Without room for an arc it turns on the spot. Silent while the wish is free already: as far as a stop takes, and on the straight way
 * to the goal. If a mapped thing appears too near for the force clamp, it brakes as hard as the wheels can
 * (`velocityScale` 0).
 *
 * Without a goal (wander, flee): v_d = min(maxSpeed, v(d)) · û, F = k (v_d − v); û is the nearest direction that is free
 * as far as L = v (sight age + dt + latency + lag + τ + lookAhead) + v²/2a (avoid), τ = m/k, a the deceleration that
 * wheels and force clamp allow together. An obstacle exactly ahead is passed on the left; it keeps the side that it has
 * chosen, and gets out of the way of what approaches.
 *
 * Put it first in `prioritize`. Sources: Reynolds, GDC 1999 (the behavior); Sethian 1996 (fast marching); Garrido et al.
 * 2006 (a field of times that is slower near things); Coulter 1992 (the arc to a look-ahead point).
 *
 * @example
 * ```ts
 * import { arrive, avoidObstacles, prioritize, scenario, simulate } from 'steerbot';
 * const world = { circles: [{ at: [1, 0.02], radius: 0.1 }] };
 * const robots = [{ robot: 'scout', mission: prioritize(avoidObstacles({}), arrive({ target: [2, 0] })) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots, world }));
 * console.log(a?.outcome, a?.contacts); // arrived 0
 * ```
 */
export function avoidObstacles(input: AvoidObstaclesInput = {}): Behavior<Memory> {
  const { margin, lookAhead } = checkedInput('avoidObstacles', avoidObstaclesParameters, input);
  return {
    name: 'avoidObstacles',
    input,
    start: () => ({ avoidance: startAvoidance, way: null }),
    steer(percept, { avoidance, way }) {
      const { wish } = percept;
      if (wish?.goal) {
        const said = findWay(percept, { ...wish, goal: wish.goal }, margin, way);
        return { ...said, memory: { avoidance: startAvoidance, way: said.memory } };
      }
      const said = avoid(percept, percept.obstacles, { margin, lookAhead }, avoidance);
      return { ...said, memory: { avoidance: said.memory, way: null } };
    },
  };
}

avoidObstacles.entry = entryOf({
  about: 'Turn to the nearest free direction, slowly enough to stop in time.',
  parameters: avoidObstaclesParameters,
  marks: {
    ...shared('free way', 'kept out of'),
    'look-ahead': 'The point of its way that the robot steers for.',
    way: 'The way to the goal round all that the robot remembers.',
    'nearest hit': 'The nearest thing that the robot knows of.',
    window: 'The robot looks for its way within this.',
  },
  avoids: true,
  needsSight: true,
});
