/** Contain: stay inside a region. */
import { z } from 'zod';
import type { Mark } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import { type AvoidanceMemory, avoid, startAvoidance } from '../avoidance/avoid.js';
import type { Behavior } from '../behavior.js';
import { entryOf, shared } from '../entry.js';
import { goToEdge, Region, zone } from '../region.js';

const containParameters = z.strictObject({
  inside: zone.describe('Two opposite corners of a rectangle, or three or more of a polygon in their order.'),
  margin: quantity('m', { above: 0 })
    .default(0.02)
    .describe('The room between the robot and the edge of the region.'),
  lookAhead: quantity('s', { min: 0 })
    .default(0)
    .describe('How much farther ahead in time it looks than stopping needs.'),
});

export type ContainInput = Written<typeof containParameters>;

/**
 * Keeps the robot inside a region.
 *
 * If the way ahead leaves the region, it turns to the inward side, as far as needed, and brakes so that it never leaves
 * (avoid, with the region's edges as walls).
 *
 * If it drives exactly along the normal it turns left. The whole body stays inside, `margin` away from the edge.
 * Outside, it goes straight to the nearest edge and in, v_d = maxSpeed·û. Silent while the way ahead stays inside.
 * Source: Reynolds, GDC 1999 (containment).
 *
 * @example
 * ```ts
 * import { contain, prioritize, scenario, simulate, wander } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: prioritize(contain({ inside: [[-1, -1], [1, 1]] }), wander({})) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots }));
 * console.log(Math.abs(a?.finalPose.x ?? 9) < 1, (a?.distanceTravelled ?? 0) > 1); // true true
 * ```
 */
export function contain(input: ContainInput): Behavior<AvoidanceMemory> {
  const { inside, margin, lookAhead } = checkedInput('contain', containParameters, input);
  const region = new Region(inside.map(([x, y]) => ({ x, y })));
  const shown = region.edges.map(
    ({ from, to }): Mark => ({ kind: 'segment', from, to, label: 'kept inside' }),
  );
  return {
    name: 'contain',
    input,
    start: () => startAvoidance,
    steer(percept, memory) {
      if (!region.holds(percept.pose)) return goToEdge(percept, region, startAvoidance, shown);
      // The edges are known even if the sight of obstacles is old.
      const said = avoid({ ...percept, sightAge: 0 }, region.edges, { margin, lookAhead }, memory);
      return said.force ? { ...said, marks: [...(said.marks ?? []), ...shown] } : said;
    },
  };
}

contain.entry = entryOf({
  about: 'Stay inside a region.',
  parameters: containParameters,
  marks: {
    ...shared('free way', 'kept out of'),
    'kept inside': 'The robot stays within this border.',
  },
});
