/** Align: move as the neighbors move. */
import { z } from 'zod';
import { add, fromPolar, length, scale, type Vec2, ZERO } from '../../math/geometry.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { standsStill } from '../braking.js';
import { neighborhoodMarks, neighborhoodParameters, neighborsIn } from '../crowds/neighborhood.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';
import { NearbyColumns } from '../neighbors.js';

const alignParameters = z.strictObject({
  ...neighborhoodParameters(1.5),
  cruise: quantity('', { above: 0, max: 1 })
    .optional()
    .describe(
      'The speed of the flock, as a share of the top speed; unless given, the mean speed of its neighbors.',
    ),
});

export type AlignInput = Written<typeof alignParameters>;

/** v̄ = Σ vᵢ / n [m/s]; zero without neighbors. */
export function alignment({ count, which, vx, vy }: NearbyColumns): Vec2 {
  let x = 0;
  let y = 0;
  for (let k = 0; k < count; k++) {
    const i = which[k] as number;
    x += vx[i] as number;
    y += vy[i] as number;
  }
  return count > 0 ? { x: x / count, y: y / count } : ZERO;
}

/**
 * Moves the robot as its neighbors move on average.
 *
 * v_d = v̄, the mean velocity of the neighbors, F = k (v_d − v).
 *
 * Each robot that turns or brakes lowers the mean, and nothing raises it again: a group that only aligns comes to rest.
 * With `cruise` the direction is that of v̄ and the speed is fixed: v_d = cruise·maxSpeed·unit(v̄), straight ahead if
 * the neighbors stand or cancel out. Silent without neighbors. Source: Reynolds, GDC 1999.
 *
 * @example
 * ```ts
 * import { align, blend, scenario, seek, simulate } from 'steerbot';
 * const robots = [0, 0.4, 0.8].map((y) => ({ robot: 'scout', at: { x: 0, y }, mission: blend(seek({ target: [9, 0.4] }), align({ radius: '2 m' })) }));
 * const { robots: [a] } = await simulate(scenario({ duration: '6 s', robots }));
 * console.log((a?.finalPose.x ?? 0) > 1); // true
 * ```
 */
export function align(input: AlignInput = {}): Behavior<null> {
  const { cruise, ...neighborhood } = checkedInput('align', alignParameters, input);
  return {
    name: 'align',
    input,
    start: () => null,
    steer(percept, memory) {
      const neighbors = neighborsIn(percept, neighborhood);
      if (neighbors.length === 0) return { memory };
      const mean = alignment(NearbyColumns.of(neighbors));
      const wish = cruise === undefined ? mean : cruising(mean, cruise, percept);
      const { pose } = percept;
      return desire(percept, wish, memory, {
        marks: [
          ...neighborhoodMarks(pose, neighborhood, 'alignment'),
          { kind: 'segment', from: pose, to: add(pose, mean), label: 'mean velocity, 1 s' },
        ],
      });
    },
  };
}

align.entry = entryOf({
  about: 'Move as the neighbors move.',
  parameters: alignParameters,
  marks: {
    ...shared('field of view'),
    alignment: 'Robots inside this radius count as neighbors.',
    'mean velocity, 1 s': 'The mean velocity of the neighbors, drawn for one second.',
  },
});

function cruising(mean: Vec2, cruise: number, { pose, body }: Percept): Vec2 {
  const speed = cruise * body.maxSpeed;
  const meanSpeed = length(mean);
  return standsStill(meanSpeed) ? fromPolar(speed, pose.heading) : scale(mean, speed / meanSpeed);
}
