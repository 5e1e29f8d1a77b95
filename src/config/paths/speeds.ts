/** Speeds of a file as limits along its path. */
import type { MetersPerSecond } from '../../math/units.js';

/** Faster than any robot that Steerbot drives: probably of another unit. */
export const IMPLAUSIBLE_SPEED: MetersPerSecond = 10;

/** Slower no wheel turns: it is meant as a rest. */
const REST: MetersPerSecond = 0.01;

/**
 * The limit at each point. A rest at the path's begin or end is no limit, since the body starts and stops by itself: the
 * points there take the speed of the nearest point that is no rest.
 *
 * @returns what is wrong and how it is cured, with the point's index, if they cannot be driven
 */
export function limitsOf(
  speeds: readonly MetersPerSecond[],
): readonly MetersPerSecond[] | { readonly index: number; readonly why: string } {
  const backwards = speeds.findIndex((speed) => speed < 0);
  if (backwards >= 0)
    return {
      index: backwards,
      why: `a speed below 0 (${speeds[backwards]}): the path is driven forwards only; make it positive, or leave the column out`,
    };
  const first = speeds.findIndex((speed) => speed >= REST);
  const last = speeds.findLastIndex((speed) => speed >= REST);
  if (first < 0)
    return { index: 0, why: 'its speed is 0 at every point; leave the column out, or give speeds above 0' };
  const rest = speeds.findIndex((speed, i) => i > first && i < last && speed < REST);
  if (rest >= 0)
    return {
      index: rest,
      why: 'a speed of 0 in the middle: no faster than that it would stand there for ever; give a speed above 0, or make two paths of it, one after the other in a `sequence`',
    };
  return speeds.map(
    (speed, i) => (i < first ? speeds[first] : i > last ? speeds[last] : speed) as MetersPerSecond,
  );
}
