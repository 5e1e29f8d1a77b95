/** Flock: separate, align and cohere at once. */
import { z } from 'zod';
import type { Meters } from '../../math/units.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { blend } from '../combine.js';
import { neighborhoodParameters, widestShown } from '../crowds/neighborhood.js';
import { entryOf } from '../entry.js';
import { align } from './align.js';
import { cohere } from './cohere.js';
import { separate } from './separate.js';

/** One of the three: its weight in the sum, and its neighborhood. */
const part = (weight: number, radius: Meters) =>
  z
    .strictObject({
      weight: quantity('', { min: 0 })
        .default(weight)
        .describe('How much it counts in the sum: 1 is a force of at most k·maxSpeed.'),
      ...neighborhoodParameters(radius),
    })
    .prefault({})
    .describe('How much this part counts, and of whom it takes notice.');

const flockParameters = z.strictObject({
  separate: part(1.5, 0.5),
  align: part(1, 1.5),
  cohere: part(0.5, 1.5),
  cruise: quantity('', { above: 0, max: 1 })
    .default(0.7)
    .describe('The speed of the flock, as a share of the top speed; the rest is for catching up.'),
});

export type FlockInput = Written<typeof flockParameters>;

/**
 * Moves as part of a flock: it separates from its neighbors, aligns with them and keeps near them.
 *
 * F = w_s F_separate + w_a F_align + w_c F_cohere: a blend of the three; the page draws each force.
 *
 * All three are in units of k·maxSpeed, so that weights mean the same for every robot: the flock settles where v =
 * v_align + maxSpeed (w_s s + w_c (c − p)/R)/w_a. Its speed is `cruise`, since with the neighbors' mean speed the flock
 * would come to rest. A robot without neighbors is silent: add `wander` to keep it moving.
 * Source: Reynolds 1987; Reynolds, GDC 1999.
 *
 * @example
 * ```ts
 * import { blend, flock, scenario, seek, simulate } from 'steerbot';
 * const robots = [0, 0.4, 0.8].map((y) => ({ robot: 'scout', at: { x: 0, y }, mission: blend(seek({ target: [9, 0.4] }), flock({})) }));
 * const { robots: [a] } = await simulate(scenario({ duration: '6 s', robots }));
 * console.log((a?.finalPose.x ?? 0) > 1, a?.contacts); // true 0
 * ```
 */
export function flock(input: FlockInput = {}): Behavior {
  const {
    separate: apart,
    align: along,
    cohere: together,
    cruise,
  } = checkedInput('flock', flockParameters, input);
  const { weight: toSeparate, ...near } = apart;
  const { weight: toAlign, ...around } = along;
  const { weight: toCohere, ...context } = together;
  const all = blend(
    { behavior: separate(near), weight: toSeparate },
    { behavior: align({ ...around, cruise }), weight: toAlign },
    { behavior: cohere(context), weight: toCohere },
  );
  return {
    name: 'flock',
    input,
    start: all.start,
    steer(percept, memory, soFar) {
      const said = all.steer(percept, memory as readonly unknown[], soFar);
      return said.contributions ? { ...said, contributions: widestShown(said.contributions) } : said;
    },
  };
}

flock.entry = entryOf({
  about: 'Separate, align and cohere at once.',
  parameters: flockParameters,
  parts: ['separate', 'align', 'cohere'],
  marks: { ...separate.entry.marks, ...align.entry.marks, ...cohere.entry.marks },
});
