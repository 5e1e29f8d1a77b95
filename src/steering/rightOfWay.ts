/** Whose turn it is, of two that wait for each other: found by both alike, without a word between them. */
import { add, dot, fromPolar, length, scale, sub, unit } from '../geometry.js';
import type { Neighbor } from '../signals.js';
import type { Percept } from './behavior.js';

/** Headings nearer to opposite than this have no direction in common. */
const COMMON = 0.1;

/**
 * Whether one's own turn is before a neighbor's: whoever is farther along the direction that both have in common,
 * unit(own heading + theirs), has the other more behind than ahead. Level, or face to face, the id decides.
 */
export function goesFirst({ id, pose }: Pick<Percept, 'id' | 'pose'>, neighbor: Neighbor): boolean {
  const both = add(fromPolar(1, pose.heading), fromPolar(1, neighbor.heading));
  const common = length(both) > COMMON ? unit(both) : scale(both, 0);
  const lead = dot(sub(pose, neighbor.position), common);
  return Math.abs(lead) > 1e-6 ? lead > 0 : id < neighbor.id;
}
