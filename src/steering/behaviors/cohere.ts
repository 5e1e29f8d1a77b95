/** Cohere: stay with the neighbors. */
import { z } from 'zod';
import { add, scale, type Vec2, ZERO } from '../../math/geometry.js';
import { checkedInput } from '../../validation/issues.js';
import type { Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { neighborhoodMarks, neighborhoodParameters, neighborsIn } from '../crowds/neighborhood.js';
import { entryOf, shared } from '../entry.js';
import { NearbyColumns } from '../neighbors.js';

const cohereParameters = z.strictObject(neighborhoodParameters(1.5));

export type CohereInput = Written<typeof cohereParameters>;

/** c − p: the vector from a place to the middle of the neighbors [m]; zero without neighbors. */
export function cohesion(place: Vec2, near: NearbyColumns): Vec2 {
  const { count, which, x: xs, y: ys } = near;
  let x = 0;
  let y = 0;
  for (let k = 0; k < count; k++) {
    const i = which[k] as number;
    x += xs[i] as number;
    y += ys[i] as number;
  }
  return count > 0 ? { x: x / count - place.x, y: y / count - place.y } : ZERO;
}

/**
 * Keeps the robot near its neighbors: it steers to their middle.
 *
 * F = k·maxSpeed·(c − p)/R, with c the middle of the neighbors within R: zero in the middle, and at most the force of
 * seek from rest, if all of them are at the edge on one side.
 *
 * It depends on positions, not on the velocity (gain 0): alone, without braking, it swings through the middle; in a
 * flock, alignment brakes it. Silent without neighbors. Source: Reynolds, GDC 1999.
 *
 * @example
 * ```ts
 * import { cohere, scenario, simulate } from 'steerbot';
 * const robots = [0, 0.4, 0.8].map((y) => ({ robot: 'scout', at: { x: 0, y }, mission: cohere({ radius: '2 m' }) }));
 * const { robots: [a] } = await simulate(scenario({ duration: '8 s', robots }));
 * console.log((a?.finalPose.y ?? 0) > 0); // true
 * ```
 */
export function cohere(input: CohereInput = {}): Behavior<null> {
  const neighborhood = checkedInput('cohere', cohereParameters, input);
  return {
    name: 'cohere',
    input,
    start: () => null,
    steer(percept, memory) {
      const neighbors = neighborsIn(percept, neighborhood);
      if (neighbors.length === 0) return { memory };
      const { body, pose, velocity } = percept;
      const toMiddle = cohesion(pose, NearbyColumns.of(neighbors));
      const pull = scale(toMiddle, body.maxSpeed / neighborhood.radius);
      const middle = add(pose, toMiddle);
      return {
        force: scale(pull, body.steeringGain),
        desiredVelocity: add(velocity, pull),
        gain: 0,
        memory,
        marks: [
          ...neighborhoodMarks(pose, neighborhood, 'cohesion'),
          { kind: 'point', at: middle, label: 'middle of the neighbors' },
          { kind: 'segment', from: pose, to: middle, label: 'to the middle' },
        ],
      };
    },
  };
}

cohere.entry = entryOf({
  about: 'Stay with the neighbors.',
  parameters: cohereParameters,
  marks: {
    ...shared('field of view'),
    cohesion: 'Robots inside this radius count as neighbors.',
    'middle of the neighbors': 'The robot is drawn towards this place.',
    'to the middle': 'From the robot to the place between the two.',
  },
});
