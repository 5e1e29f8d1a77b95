/** What comes of the contributions, and which of it needs no label: what an arrow beside it says already. */
import { add, distance, length, scale, type Vec2, ZERO } from '../../../math/geometry.js';
import type { Tick } from '../../../signals/signals.js';
import { type ArrowScale, type ArrowScales, drawnLength } from './drawing/arrowScale.js';

/** An arrow each, besides the contributions'. */
export type Outcome = 'sum' | 'desired' | 'clamped' | 'velocity';

/** Tips nearer than this are one [pixels]. */
const SAME_TIP_DISTANCE = 8;

export const sumOf = ({ contributions }: Tick): Vec2 =>
  contributions.reduce<Vec2>((sum, { force }) => add(sum, force), ZERO);

/** The tip of its arrow, from where it begins [pixels]. */
function tipOf(value: Vec2, by: ArrowScale): Vec2 {
  const size = length(value);
  return size > 0 ? scale(value, drawnLength(size, by) / size) : ZERO;
}

/** Of one contribution alone the sum says nothing, nor does the clamp that leaves it as it is. */
export function repeatedOutcomes(tick: Tick, velocity: Vec2, scales: ArrowScales): ReadonlySet<Outcome> {
  const meet = (a: Vec2, b: Vec2, by: ArrowScale) => distance(tipOf(a, by), tipOf(b, by)) < SAME_TIP_DISTANCE;
  const repeated = new Set<Outcome>();
  const [only, ...others] = tick.contributions.filter(({ force }) => length(force) > 0);
  if (others.length === 0) repeated.add('sum');
  if (only && others.length === 0 && meet(only.force, tick.steered.force, scales.force))
    repeated.add('clamped');
  if (meet(tick.steered.desiredVelocity, velocity, scales.velocity)) repeated.add('desired');
  return repeated;
}
