/**
 * What pauses of a link, a radio's, change for the motion monitor: counts come late, together; and commands take effect
 * late, so that a wheel may go on at a former command for as long.
 */
import type { Meters, Seconds } from '../math/units.js';
import type { SentCommand } from '../math/wheel.js';
import { SIDES } from '../signals/signals.js';
import type { MonitoredBody } from './monitoredBody.js';
import { difference, type Sample, type Ways, type WindowSums } from './motionWindow.js';

/** A wheel has reached its command by then. */
export const SETTLING_TIME: Seconds = 0.25;

/**
 * Adds a way, counted between two times, to the samples that were taken meanwhile and after it, which did not know it yet:
 * a program that was held up hears late of what was counted before. Between the two times it is taken for even.
 */
export function countedLate(
  samples: readonly Sample[],
  [since, at]: readonly [Seconds, Seconds],
  way: Ways,
): readonly Sample[] {
  const first = samples.findLastIndex((sample) => sample.at <= since) + 1;
  if (first === samples.length) return samples;
  return samples.map((sample, i) => {
    if (i < first) return sample;
    const share = Math.min(1, (sample.at - since) / (at - since));
    const { left, right } = sample.counted;
    return { ...sample, counted: { left: left + share * way.left, right: right + share * way.right } };
  });
}

/**
 * With pauses any command that may be in effect at a time of the window may be so for all of it. With v₁ and v₂ the least
 * and the greatest of them, a healthy wheel rolls between v₁W and v₂W; the slow and the quick ways become these, and the
 * likely ones those of the command that turns the body least, so that only what all commands agree on counts as wanted.
 */
export function allowingPauses(
  sums: WindowSums,
  from: Sample,
  sent: readonly SentCommand[],
  { pause, slow: { latency } }: MonitoredBody,
): WindowSums {
  if (pause === 0) return sums;
  const since = from.at - latency - SETTLING_TIME;
  const first = Math.max(
    0,
    sent.findLastIndex(({ at }) => at <= since),
  );
  const told = sent
    .slice(first)
    .map(({ left, right }) => ({ left: left * sums.lasting, right: right * sums.lasting }));
  const ways = [...told, sums.slow, sums.quick, sums.likely];
  const [left, right] = SIDES.map((side) => ends(ways.map((way) => way[side]))) as [Ends, Ends];
  const quick = { left: left.far, right: right.far };
  const direction = Math.sign(difference(quick));
  const likely = ways.reduce((least, way) =>
    direction * difference(way) < direction * difference(least) ? way : least,
  );
  return { ...sums, slow: { left: left.near, right: right.near }, quick, likely };
}

interface Ends {
  /** Nearer to, and farther from no way. */
  readonly near: Meters;
  readonly far: Meters;
}

function ends(ways: readonly Meters[]): Ends {
  const [low, high] = [Math.min(...ways), Math.max(...ways)];
  return Math.abs(low) < Math.abs(high) ? { near: low, far: high } : { near: high, far: low };
}
