/** Whether a body that is only weaker than in its file explains what its wheels did: then no part of it is broken. */
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import { type CommandedWheels, rollWheels, type SentCommand } from '../math/wheel.js';
import { SIDES, type Side, type WheelSpeeds } from '../signals/signals.js';
import type { MonitoredBody } from './monitoredBody.js';
import { lastBefore, type Sample, type Ways } from './motionWindow.js';

/** Slow to accelerate, or with a larger dead band than in its file. */
export type Weakness = 'slow' | 'stiff';

/** A wheel that gains less than this share of its file's acceleration is broken. */
export const LEAST_ACCELERATION = 0.35;
/** Motors need at most this share of the full duty more than in their file before they turn. */
const MOST_STIFFNESS = 0.3;

/**
 * From its measured speed at the beginning of the samples, the body is rolled on by its commands: as quick, as declared,
 * and with 0.35 of its file's acceleration. With w the three ways of a wheel since then, and c the counted one, it is only
 * weak if
 *
 *     min w − tolerance ≤ c ≤ max w + tolerance
 *
 * now, and half of that time ago. Stiff motors roll as if told sgn(u)·max(0, |u| − 0.3·v₀).
 *
 * @param samples the oldest first
 * @param driven what the motors' duties of that time would do
 */
export function weaknessOf(
  samples: readonly Sample[],
  now: Sample,
  driven: readonly SentCommand[],
  body: MonitoredBody,
): Weakness | undefined {
  // Before that the commands are not known any more.
  const known = (driven[0]?.at ?? Number.POSITIVE_INFINITY) + body.slow.latency;
  const lately = samples.filter(({ at }) => at >= known);
  const start = body.metersPerCount && startOf(lately, now.at, body.metersPerCount);
  if (!start) return undefined;
  // After the first samples, which are less than a half of them: there is one.
  const half = lastBefore(lately, (start.at + now.at) / 2) as Sample;
  const { quick, likely, slow, noLoadSpeed } = body;
  const acceleration = LEAST_ACCELERATION * likely.response.acceleration;
  const weak = { latency: slow.latency, response: { ...slow.response, acceleration } };
  const isOne = (bodies: readonly CommandedWheels[], told: readonly SentCommand[]) =>
    [half, now].every((end) => explains(start, end, told, bodies));
  if (isOne([quick, likely, weak], driven)) return 'slow';
  // A late body rolls as declared, once it rolls.
  const isLate = LATENCIES.some((latency) => isOne([{ ...likely, latency }], driven));
  const soft = driven.map((one) => softened(one, noLoadSpeed));
  return !isLate && isOne([quick, likely, weak], soft) ? 'stiff' : undefined;
}

/** Of bodies that are later than their files say. */
const LATENCIES: readonly Seconds[] = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35];

/** Where the rolling begins, and how well that is known. */
interface Start {
  readonly at: Seconds;
  readonly counted: Ways;
  readonly speeds: WheelSpeeds;
  /** Errors of a way, and of a speed, by the counts' size. */
  readonly perCount: Ways;
  readonly over: Seconds;
}

/** Over this share of the samples the first speed is measured. */
const FIRST_SHARE = 0.3;

/** In the middle of the first samples, at their mean speed. */
function startOf(samples: readonly Sample[], now: Seconds, perCount: Ways): Start | undefined {
  const [first] = samples;
  const second = first && lastBefore(samples, first.at + FIRST_SHARE * (now - first.at));
  if (!second || second.at <= first.at) return undefined;
  const over = second.at - first.at;
  const middle = (side: Side) => (first.counted[side] + second.counted[side]) / 2;
  const speed = (side: Side): MetersPerSecond => (second.counted[side] - first.counted[side]) / over;
  return {
    at: first.at + over / 2,
    counted: { left: middle('left'), right: middle('right') },
    speeds: { left: speed('left'), right: speed('right') },
    perCount,
    over,
  };
}

/** Coarser counts do not tell a weak wheel from a broken one soon enough. */
const MOST_BLUR: Meters = 0.008;
/** Besides two counts, and one count of the first speed's error, a way may be off by this, and by this share. */
const TOLERANCE: Meters = 0.002;
const TOLERANCE_SHARE = 0.04;

function explains(
  start: Start,
  end: Sample,
  told: readonly SentCommand[],
  bodies: readonly CommandedWheels[],
): boolean {
  const ways = bodies.map((body) => {
    const way = { left: 0, right: 0 };
    rollWheels(body, { speeds: start.speeds, from: start.at, to: end.at }, told, (left, right) => {
      way.left += left;
      way.right += right;
    });
    return way;
  });
  return SIDES.every((side) => {
    const [low, high] = [Math.min(...ways.map((w) => w[side])), Math.max(...ways.map((w) => w[side]))];
    const blur = (2 + (end.at - start.at) / start.over) * start.perCount[side];
    const spare = TOLERANCE + TOLERANCE_SHARE * Math.max(Math.abs(low), Math.abs(high)) + blur;
    const way = end.counted[side] - start.counted[side];
    return blur < MOST_BLUR && way >= low - spare && way <= high + spare;
  });
}

const softened = ({ at, left, right }: SentCommand, noLoadSpeed: MetersPerSecond): SentCommand => {
  const soft = (speed: MetersPerSecond) =>
    Math.sign(speed) * Math.max(0, Math.abs(speed) - MOST_STIFFNESS * noLoadSpeed);
  return { at, left: soft(left), right: soft(right) };
};
