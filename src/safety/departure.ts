/**
 * Doubts a wheel that suddenly goes faster or slower than it did for its command, and so may no longer obey.
 *
 * Let e and g be the least and the greatest way that the commands explain in a window of time, c the counted way, and m what is
 * nearest to c between e and g. The wheel's ratio ρ = Σc/Σm, over its last 1.5 m, differs from 1 because motors differ from their
 * files and floors from one another; that is no fault. A sudden change of it is doubtful:
 *
 *     c > max(1, ρ) g + 0.05 |g| + slack   or   c < min(1, ρ) e − 0.08 |e| − slack,   slack = 6 mm and two counts
 *
 * A healthy wheel that leaves a carpet changes its ratio, too. So the robot drives slower for a moment: a wheel that slows down
 * is believed, with its new ratio; a wheel that does not is a fault.
 */

import { clamp } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import { SIDES, type Side } from '../signals/signals.js';
import type { MonitoredBody } from './monitoredBody.js';
import type { DepartureState, Finding, Sample, UsualWays } from './motionWindow.js';
import { runningOn } from './wheelDiagnosis.js';

/** What a wheel did so far back counts less. */
const MEMORY: Meters = 1.5;
/** Until more is known, a wheel goes as far as its file says. */
const FILED_WAY: Meters = 0.1;
/** Before it has gone so far, it may only be late to start. */
const KNOWN_WAY: Meters = 0.12;
const FARTHER_SHARE = 0.05;
/** Rolling is hindered more often than helped. */
const LESS_SHARE = 0.08;
const SLACK: Meters = 0.006;
/** A motor differs from its file by at most so much. */
const LEAST_RATIO = 0.7;
const MOST_RATIO = 1.35;
/** A healthy wheel has slowed down by then, beside its latency. */
const LOOK_TIME: Seconds = 0.45;
/** While it gains speed, it may not have been slowed by then: it is doubted for so many times as long. */
const MOST_LOOKS = 3;

/**
 * Learns how far each wheel goes by its commands.
 *
 * @param from, to times so long ago that what the wheels do now, and may be a fault, is not in it yet
 */
export function usualWays(state: DepartureState, from: Sample, to: Sample): DepartureState {
  if (state.doubted) return state;
  return {
    left: usual(state.left, from, to, 'left'),
    right: usual(state.right, from, to, 'right'),
    doubted: null,
  };
}

/** Adds c and m, and forgets older ways. */
function usual(known: UsualWays, from: Sample, to: Sample, side: Side): UsualWays {
  const { counted, least, most } = goneSince(from, to, side);
  const explained = clamp(counted, least, most);
  const keep = Math.exp(-Math.abs(explained) / MEMORY);
  return { counted: keep * known.counted + counted, explained: keep * known.explained + explained };
}

/**
 * Looks at what the wheels did since a short and a longer while ago; ends a doubt that has lasted long enough.
 *
 * @param isWeak whether a body that gains speed more slowly than its file says explains what the wheels do
 */
export function doubtWheels(
  state: DepartureState,
  { short, long, now }: { readonly short: Sample; readonly long: Sample; readonly now: Sample },
  { metersPerCount, slow, pause }: MonitoredBody,
  isWeak: () => boolean,
): DepartureState {
  const { doubted } = state;
  // Behind a link that pauses it may follow an earlier command.
  if (!metersPerCount || pause > 0) return state;
  if (doubted) {
    const looked = now.at - doubted.since;
    const isSlowed = goneSince(short, now, doubted.side).most <= TOLD_SHARE * doubted.gone.most;
    if (looked < (isSlowed ? 1 : MOST_LOOKS) * (LOOK_TIME + slow.latency)) return state;
    return {
      ...state,
      left: asNow(state.left, long, now, 'left'),
      right: asNow(state.right, long, now, 'right'),
      doubted: null,
    };
  }
  for (const side of SIDES) {
    const slack = SLACK + 2 * metersPerCount[side];
    const does =
      departs(state[side], goneSince(short, now, side), slack) ??
      departs(state[side], goneSince(long, now, side), slack);
    if (does && !isWeak()) {
      const what = `the ${side} wheel suddenly goes ${does} than before: slower, to see whether it follows`;
      return { ...state, doubted: { since: now.at, side, what, gone: goneSince(short, now, side) } };
    }
  }
  return state;
}

/** Told so much less than when it was doubted, a wheel that goes hardly less does not follow. */
const TOLD_SHARE = 0.7;
const GONE_SHARE = 0.9;
/** By fewer counts its speed is not known well enough. */
const SHARP_COUNTS = 12;
/** It must go farther than told by so much. */
const BEYOND: Meters = 0.01;

/** Whether a doubted wheel does not slow down with its commands. @param short since the same short while ago */
export function runsOn(
  { doubted }: DepartureState,
  short: Sample,
  now: Sample,
  { metersPerCount }: MonitoredBody,
): Finding | undefined {
  if (!doubted || !metersPerCount) return undefined;
  const { side, since } = doubted;
  const { counted, most } = goneSince(short, now, side);
  const isSharp = doubted.gone.counted >= SHARP_COUNTS * metersPerCount[side];
  const follows = most > TOLD_SHARE * doubted.gone.most || counted < GONE_SHARE * doubted.gone.counted;
  if (!isSharp || follows || counted < most + BEYOND) return undefined;
  return runningOn(side, most, counted, now.at - since);
}

/** In the direction of its commands: what was counted, and the least and the most that the commands explain. */
function goneSince(from: Sample, now: Sample, side: Side): Gone {
  const likely = now.likely[side] - from.likely[side];
  const direction = Math.sign(likely) || 1;
  const quick = direction * (now.quick[side] - from.quick[side]);
  const slow = direction * (now.slow[side] - from.slow[side]);
  return {
    counted: direction * (now.counted[side] - from.counted[side]),
    least: Math.max(0, Math.min(quick, slow, Math.abs(likely))),
    most: Math.max(0, quick, slow, Math.abs(likely)),
  };
}

interface Gone {
  readonly counted: Meters;
  readonly least: Meters;
  readonly most: Meters;
}

/** After a doubt the ratio is that of the present window. */
function asNow(known: UsualWays, from: Sample, now: Sample, side: Side): UsualWays {
  const { counted, least, most } = goneSince(from, now, side);
  const explained = clamp(counted, least, most);
  return explained < SLACK ? known : { counted: (counted / explained) * MEMORY, explained: MEMORY };
}

function departs(
  known: UsualWays,
  { counted, least, most }: Gone,
  slack: Meters,
): 'farther' | 'less far' | undefined {
  const ratio = (known.counted + FILED_WAY) / (known.explained + FILED_WAY);
  if (counted > (clamp(ratio, 1, MOST_RATIO) + FARTHER_SHARE) * most + slack) return 'farther';
  const isSlow = counted < (clamp(ratio, LEAST_RATIO, 1) - LESS_SHARE) * least - slack;
  return isSlow && known.explained >= KNOWN_WAY ? 'less far' : undefined;
}
