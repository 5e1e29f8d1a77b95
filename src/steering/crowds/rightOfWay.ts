/** Whose turn it is, of robots that wait for each other: found by all of them alike, without a word between them. */
import { add, distance, dot, fromPolar, length, scale, sub, unit, type Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { Neighbor } from '../../signals/signals.js';

/** One of those who might wait for each other. */
export type Party = Pick<Neighbor, 'id' | 'position' | 'heading'>;

/** Where somebody is ahead: nearer than `radius` to the point so far `ahead` of one's middle. */
export interface Ahead {
  readonly ahead: Meters;
  readonly radius: Meters;
}

/** Headings nearer to opposite than this have no direction in common. */
const SHARED = 0.1;
/** Rings of more than so many are not looked for. */
const RING = 8;

/**
 * Whether one's turn is before another's: whoever is farther along the direction that both have in common,
 * unit(own heading + theirs), has the other more behind than ahead. Level, or face to face, the id decides.
 */
export function goesFirst(one: Party, other: Party): boolean {
  const both = add(fromPolar(1, one.heading), fromPolar(1, other.heading));
  const shared = length(both) > SHARED ? unit(both) : scale(both, 0);
  const lead = dot(sub(one.position, other.position), shared);
  return Math.abs(lead) > 1e-6 ? lead > 0 : one.id < other.id;
}

export const pointAhead = ({ position, heading }: Party, ahead: Meters): Vec2 =>
  add(position, fromPolar(ahead, heading));

/** The nearest of those ahead of one; of two that are so to each other one goes first (`goesFirst`). */
export function leaderOf<P extends Party>(one: Party, others: readonly P[], where: Ahead): P | undefined {
  const point = pointAhead(one, where.ahead);
  let first: P | undefined;
  let nearest = where.radius;
  for (const other of others) {
    if (other.id === one.id) continue;
    const away = distance(other.position, point);
    if (away > nearest || (first && away === nearest && first.id < other.id)) continue;
    const mutual = distance(one.position, pointAhead(other, where.ahead)) <= where.radius;
    if (mutual && goesFirst(one, other)) continue;
    first = other;
    nearest = away;
  }
  return first;
}

/**
 * Whether one waits, at the end of a chain of leaders, for oneself: then nobody in that ring would ever go, unless the
 * one whose id comes first in it does.
 */
export function ringOf(
  one: Party,
  leader: Party,
  others: readonly Party[],
  where: Ahead,
): { readonly opens: boolean } | undefined {
  const all = [...others, one];
  let opens = true;
  let at: Party | undefined = leader;
  for (let i = 0; at && i < RING; i++) {
    if (at.id === one.id) return { opens };
    if (at.id < one.id) opens = false;
    at = leaderOf(at, all, where);
  }
  return undefined;
}
