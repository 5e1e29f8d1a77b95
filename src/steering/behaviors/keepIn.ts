/** Keep in: stay in a zone, and find the way within it. */
import { z } from 'zod';
import type { Mark } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { entryOf, shared } from '../entry.js';
import { amongWalls, goToEdge, Region, zone } from '../region.js';
import { avoidObstacles } from './avoidObstacles.js';

const keepInParameters = z.strictObject({
  zone: zone.describe('Two opposite corners of a rectangle, or three or more of a polygon in their order.'),
  margin: quantity('m', { above: 0 })
    .default(0.02)
    .describe('The room between the robot and the edge of the zone.'),
});

export type KeepInInput = Written<typeof keepInParameters>;

type Memory = ReturnType<ReturnType<typeof avoidObstacles>['start']>;

/**
 * Stays in a zone of the floor, whatever its shape: it finds the way within it as `avoidObstacles` does among walls, which its
 * edges are, and is silent while the way is free. `contain` turns back at the edge, and looks for no way.
 *
 * Outside the zone it goes straight to the nearest edge and in: v_d = maxSpeed·û. A goal outside is not reached. Put it first
 * in `prioritize`. The zone is a place by the robot's own estimate: it is no better than that.
 *
 * @example
 * ```ts
 * import { arrive, keepIn, prioritize, scenario, simulate } from 'steerbot';
 * const corner = [[-0.3, -0.3], [1.3, -0.3], [1.3, 1.3], [0.7, 1.3], [0.7, 0.3], [-0.3, 0.3]] as const;
 * const robots = [{ robot: 'scout', mission: prioritize(keepIn({ zone: corner }), arrive({ target: [1, 1] })) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots }));
 * console.log(a?.outcome); // arrived
 * ```
 */
export function keepIn(input: KeepInInput): Behavior<Memory> {
  const { zone: corners, margin } = checkedInput('keepIn', keepInParameters, input);
  const region = new Region(corners.map(([x, y]) => ({ x, y })));
  const shown = region.edges.map(({ from, to }): Mark => ({ kind: 'segment', from, to, label: 'zone' }));
  const finder = avoidObstacles({ margin });
  return {
    name: 'keepIn',
    input,
    start: () => finder.start() as Memory,
    steer(percept, memory, soFar) {
      if (!region.holds(percept.pose)) return goToEdge(percept, region, memory, shown);
      const said = finder.steer(amongWalls(percept, region.edges), memory, soFar);
      return said.force ? { ...said, marks: [...(said.marks ?? []), ...shown] } : said;
    },
  };
}

keepIn.entry = entryOf({
  about: 'Stay in a zone, and find the way within it.',
  parameters: keepInParameters,
  marks: {
    ...avoidObstacles.entry.marks,
    ...shared(),
    zone: 'The border of a zone that the robot keeps to.',
  },
  avoids: true,
});
