/** Keep out: stay out of zones, and find the way round them. */
import { z } from 'zod';
import type { Mark, Obstacle } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { entryOf, shared } from '../entry.js';
import { amongWalls, goToEdge, Region, zone } from '../region.js';
import { avoidObstacles } from './avoidObstacles.js';

const keepOutParameters = z.strictObject({
  zones: z
    .array(zone)
    .min(1, { error: 'no zone is found; at least one is wanted' })
    .describe('Each two opposite corners of a rectangle, or three or more of a polygon in their order.'),
  margin: quantity('m', { above: 0 })
    .default(0.02)
    .describe('The room between the robot and the edge of a zone.'),
});

export type KeepOutInput = Written<typeof keepOutParameters>;

type Memory = ReturnType<ReturnType<typeof avoidObstacles>['start']>;

/**
 * Stays out of zones of the floor, on which nothing need stand: it finds the way round them as `avoidObstacles` does round
 * things, with the zones' edges as walls, and is silent while the way is free.
 *
 * Inside a zone it goes straight to the nearest edge and out: v_d = maxSpeed·û. Put it first in `prioritize`, before
 * `avoidObstacles`. Zones are places by the robot's own estimate: they are no better than that.
 *
 * @example
 * ```ts
 * import { arrive, keepOut, prioritize, scenario, simulate } from 'steerbot';
 * const carpet = [[0.6, -0.3], [1.2, 0.3]] as const;
 * const robots = [{ robot: 'scout', mission: prioritize(keepOut({ zones: [carpet] }), arrive({ target: [2, 0] })) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots }));
 * console.log(a?.outcome, (a?.distanceTravelled ?? 0) > 2.05); // arrived true
 * ```
 */
export function keepOut(input: KeepOutInput): Behavior<Memory> {
  const { zones, margin } = checkedInput('keepOut', keepOutParameters, input);
  const regions = zones.map((corners) => new Region(corners.map(([x, y]) => ({ x, y }))));
  const walls: readonly Obstacle[] = regions.flatMap(({ edges }) => edges);
  const shown = walls.map(({ from, to }): Mark => ({ kind: 'segment', from, to, label: 'zone' }));
  const finder = avoidObstacles({ margin });
  return {
    name: 'keepOut',
    input,
    start: () => finder.start() as Memory,
    steer(percept, memory, soFar) {
      const within = regions.find((region) => region.holds(percept.pose));
      if (within) return goToEdge(percept, within, memory, shown, 'out');
      const said = finder.steer(amongWalls(percept, walls), memory, soFar);
      return said.force ? { ...said, marks: [...(said.marks ?? []), ...shown] } : said;
    },
  };
}

keepOut.entry = entryOf({
  about: 'Stay out of zones, and find the way round them.',
  parameters: keepOutParameters,
  marks: {
    ...avoidObstacles.entry.marks,
    ...shared(),
    zone: 'The border of a zone that the robot keeps to.',
  },
  avoids: true,
});
