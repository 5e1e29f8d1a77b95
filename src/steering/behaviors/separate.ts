/** Separate: keep away from near neighbors. */
import { z } from 'zod';
import { add, distance, scale, type Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { Mark, Neighbor } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import type { Written } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { neighborhoodMarks, neighborhoodParameters, neighborsIn } from '../crowds/neighborhood.js';
import { entryOf, shared } from '../entry.js';
import { awayFrom, NearbyColumns } from '../neighbors.js';

const separateParameters = z.strictObject(neighborhoodParameters(0.5));

export type SeparateInput = Written<typeof separateParameters>;

/** The robot that keeps clear: its id, pose and radius. */
type Self = Pick<Percept, 'id' | 'pose'> & { readonly body: { readonly radius: Meters } };

/**
 * s = Σ away·u(d), truncated to 1, with u(d) = c (R − d)/(d (R − c)): Reynolds' 1/d, shifted and scaled so that it is
 * 1 where two bodies touch (d = c, the sum of the radii) and 0 at R.
 *
 * So one neighbor in contact asks for the full force, and neighbors on both sides at the same distance cancel.
 * Overlapping neighbors push no harder than touching ones; coincident ones part by `awayFrom`; neighbors at R and
 * beyond do not push.
 *
 * @param radius R, from middle to middle
 */
export function separation(self: Self, near: NearbyColumns, radius: Meters): Vec2 {
  const { count, which, x: xs, y: ys, radius: radii } = near;
  const { x: ownX, y: ownY } = self.pose;
  const ownRadius = self.body.radius;
  let x = 0;
  let y = 0;
  for (let k = 0; k < count; k++) {
    const i = which[k] as number;
    const dx = ownX - (xs[i] as number);
    const dy = ownY - (ys[i] as number);
    const squared = dx * dx + dy * dy;
    if (squared >= radius * radius) continue;
    const contact = ownRadius + (radii[i] as number);
    if (squared > contact * contact) {
      const away = Math.sqrt(squared);
      const share = (contact * (radius - away)) / (squared * (radius - contact));
      x += dx * share;
      y += dy * share;
    } else {
      const away = awayFrom(self, near.who[i] as Neighbor);
      x += away.x;
      y += away.y;
    }
  }
  const squared = x * x + y * y;
  return squared > 1 ? scale({ x, y }, 1 / Math.sqrt(squared)) : { x, y };
}

/**
 * Pushes the robot away from near neighbors.
 *
 * F = k·maxSpeed·s: at most the force that seek asks for from rest, whatever maxSpeed, mass and gain are.
 *
 * It depends on positions, not on the velocity (gain 0), so it does not slow the behaviors it is blended with.
 * Silent without neighbors. Source: Reynolds, GDC 1999.
 *
 * @example
 * ```ts
 * import { scenario, separate, simulate } from 'steerbot';
 * const robots = [0, 0.4, 0.8].map((y) => ({ robot: 'scout', at: { x: 0, y }, mission: separate({ radius: '1 m' }) }));
 * const { robots: [a] } = await simulate(scenario({ duration: '8 s', robots }));
 * console.log((a?.finalPose.y ?? 0) < -0.05); // true
 * ```
 */
export function separate(input: SeparateInput = {}): Behavior<null> {
  const neighborhood = checkedInput('separate', separateParameters, input);
  return {
    name: 'separate',
    input,
    start: () => null,
    steer(percept, memory) {
      const neighbors = neighborsIn(percept, neighborhood);
      if (neighbors.length === 0) return { memory };
      const { body, pose, velocity } = percept;
      const push = scale(
        separation(percept, NearbyColumns.of(neighbors), neighborhood.radius),
        body.maxSpeed,
      );
      return {
        force: scale(push, body.steeringGain),
        desiredVelocity: add(velocity, push),
        gain: 0,
        memory,
        marks: [
          ...neighborhoodMarks(pose, neighborhood, 'separation'),
          ...nearest(neighbors, pose).map(gapFrom(pose)),
        ],
      };
    },
  };
}

separate.entry = entryOf({
  about: 'Keep away from near neighbors.',
  parameters: separateParameters,
  marks: {
    ...shared('field of view'),
    separation: 'Robots inside this radius push the robot away.',
    'keeps clear of': 'The robot keeps out of this circle.',
  },
});

/** How many gaps are shown. */
const MAX_SHOWN = 3;

const nearest = (neighbors: readonly Neighbor[], pose: Vec2): readonly Neighbor[] =>
  neighbors.length <= MAX_SHOWN
    ? neighbors
    : neighbors
        .toSorted((a, b) => distance(a.position, pose) - distance(b.position, pose))
        .slice(0, MAX_SHOWN);

const gapFrom =
  (pose: Vec2) =>
  ({ position }: Neighbor): Mark => ({ kind: 'segment', from: position, to: pose, label: 'keeps clear of' });
